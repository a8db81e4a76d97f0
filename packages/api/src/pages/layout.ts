/** A page without scripts of its own in it, as the content policy wants. `body` is HTML. */
export function page({ title, body, script }: { title: string; body: string; script?: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/pages.css">
${script ? `<script type="module" src="${script}"></script>` : ''}
</head>
<body>
<header class="top"><a class="brand" href="/">Tickets</a><nav aria-label="Documentation"><a href="/docs">Guide</a><a href="/api/docs">API</a></nav></header>
${body}
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (c) => entities[c] ?? c);
}
