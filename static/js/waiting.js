// The number of waiting games in the title and in the icon of the page, as #waiting says it.

function show() {
  const badge = document.getElementById("waiting");
  const icon = document.querySelector('link[rel="icon"]');
  if (!badge || !icon) return;
  const count = Number(badge.dataset.count);
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = count ? `(${count}) ${title}` : title;
  const address = new URL(icon.href);
  address.search = count ? `?waiting=${count}` : "";
  if (icon.href !== address.href) icon.href = address.href;
}

document.addEventListener("htmx:afterSettle", show);
