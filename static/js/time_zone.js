// Signing up, the browser says in which time zone it is. Without it the account begins in UTC.
const field = document.querySelector("input[name=time_zone]");
if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
