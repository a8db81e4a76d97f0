// Runs before the first paint, so that a chosen theme never flashes. A file of its own because the content policy forbids inline scripts.
(() => {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
