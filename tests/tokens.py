"""Addresses with a token that lets somebody in, which stands in no log: neither in ours nor in that of a proxy."""

TOKEN = "fX3-kd_9Qa"
TOKENS = (
    f"/challenges/{TOKEN}/",
    f"/challenges/{TOKEN}",
    f"/challenges/{TOKEN}/accept/?at=1",
    f"/live/?challenge={TOKEN}",
    f"/live/?at=1&challenge={TOKEN}",
    f"/mail/less/{TOKEN}:1s:x/",
    f"/mail/never/{TOKEN}:1s:x/",
    f"/account/invited/{TOKEN}:1s:x/",
    f"/account/login/?next=/challenges/{TOKEN}/",
    f"/account/login/?next=%2Fchallenges%2F{TOKEN}%2F",
    f"/account/login/?next=%2Fmail%2Fnever%2F{TOKEN}%2F",
    f"/%2Fchallenges%2F{TOKEN}%2Fx/",
)
