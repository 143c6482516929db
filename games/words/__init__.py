"""Words that pages, mails and the desk share: names, durations, results, and the sentences of refusals."""
