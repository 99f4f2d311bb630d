// The list of calls: days to filter by are the viewer's own, as the times in the list are.

const zone = document.querySelector('input[name=zone]');
const days = [document.getElementById('from'), document.getElementById('to')];
if ([zone, ...days].every(({ value }) => value === '')) {
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const { labels } of days) labels[0].textContent = labels[0].textContent.replace(' (UTC)', '');
}
