import { escapeHtml } from '@tickets/core/platform/texts/escape-html';
export interface PageParts {
  title: string;
  /** Where the dashboard is. */
  home: string;
  /** Which of the two the page belongs to. */
  part: 'guide' | 'api';
  /** HTML: the list of pages or of subjects, what is being read, and the list of its sections. */
  contents: string;
  body: string;
  outline?: string;
  script: string;
  /** What the search box says, and where its words are looked up. */
  search: string;
}

const logo =
  '<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#5b5bd6"/><path fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" d="M7 11.5A1.5 1.5 0 0 1 8.5 10h15a1.5 1.5 0 0 1 1.5 1.5v2a2.5 2.5 0 0 0 0 5v2a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 7 20.5v-2a2.5 2.5 0 0 0 0-5z"/></svg>';

/** A page in the look of the dashboard, without scripts of its own in it, as the content policy wants. */
export function page(parts: PageParts): string {
  const { title, home, part, contents, body, outline = '', script, search } = parts;
  const tab = (name: PageParts['part'], href: string, label: string) =>
    `<a href="${href}"${part === name ? ' aria-current="true"' : ''}>${label}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/docs/fonts/inter-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<script src="/docs/assets/theme.js"></script>
<link rel="stylesheet" href="/docs/assets/pages.css">
<script type="module" src="/docs/assets/${script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="${escapeHtml(home)}">${logo}Tickets</a>
<nav class="tabs" aria-label="Documentation">${tab('guide', '/docs', 'Guide')}${tab('api', '/api/docs', 'API')}</nav>
<div class="search" role="search" hidden><input id="search" type="search" placeholder="${search}" aria-label="${search}" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><div class="found" id="found" role="status" hidden></div></div>
<a class="back" href="${escapeHtml(home)}">← Back to the dashboard</a>
</header>
<div class="frame">
<details class="contents" open><summary>Contents</summary><nav id="contents" aria-label="Contents">${contents}</nav></details>
<main id="content" tabindex="-1">${body}</main>
${outline}
</div>
</body>
</html>
`;
}
