// Sets the colour scheme before anything is drawn. A file of its own: inline scripts are forbidden here.
(() => {
  let wanted;
  try {
    wanted = localStorage.getItem('orchestral-scheme');
  } catch {
    // Storage may be switched off; the system's scheme is used.
  }
  const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
