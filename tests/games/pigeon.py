"""A channel of a test: what games.notify.channels.Channel asks of a module, and no more."""

KEY = "pigeon"
TITLE = "By pigeon"
loft: list[object] = []


def reaches(user):
    return True


def later(user, row, now, pace):
    return None


def parcels(rows, pace):
    return [[row] for row in rows]


def send(parcel):
    parcel.check()
    loft.append((parcel.user, parcel.rows[0].notification.occasion))
