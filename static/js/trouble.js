// Says on the page that something that was pressed did not work: [data-trouble="lost"] when no answer came,
// [data-trouble="refused"] when it was not one to be shown. What goes on by itself fails in silence.

const isPressed = ({ requestConfig }) =>
  !("Live" in requestConfig.headers) && !requestConfig.triggeringEvent?.type.startsWith("live:");

function tell(trouble) {
  return ({ detail }) => {
    if (!isPressed(detail)) return;
    for (const sentence of document.querySelectorAll("[data-trouble]")) sentence.hidden = sentence.dataset.trouble !== trouble;
  };
}

document.addEventListener("htmx:beforeSend", tell(""));
document.addEventListener("htmx:responseError", tell("refused"));
document.addEventListener("htmx:swapError", tell("refused"));
document.addEventListener("htmx:sendError", tell("lost"));
document.addEventListener("htmx:timeout", tell("lost"));
