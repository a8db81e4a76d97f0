/** The frame of the page that is opened, so that it is there while the code is on its way. The app puts its own in its place. */
import type { FirstView, Heading } from '@tickets/contract/platform/first-view';
import frame from './components/layout/frame.module.css';
import nav from './components/layout/nav.module.css';
import layout from './components/layout/page.module.css';
import person from './components/layout/person.module.css';
import avatar from './components/ui/avatar.module.css';
import cards from './components/ui/card.module.css';
import kbd from './components/ui/kbd.module.css';
import skeleton from './components/ui/skeleton.module.css';
import server from './features/manage/server-head.module.css';
import { storedServer } from './lib/api/first-view.ts';
import { hearEarlyKeys } from './lib/keys/early-keys.ts';
import { rememberedPlace } from './lib/session/levels.ts';

/** An entry of a menu, as the build knows it. */
export interface ShellEntry {
  /** With `$guildId`; empty for the documentation, whose address the installation says. */
  path: string;
  label: string;
  /** What is inside of its svg. */
  icon: string;
  /** The lowest permission level that may use it. */
  level: number;
  /** It opens a dialog, so one is never on it. */
  is_dialog?: true;
  /** Only for people with this mark. */
  only?: 'admin' | 'chooses_servers' | undefined;
}

/** The menus, with the words that stand around them. */
export interface ShellWords {
  server: { title?: string; entries: ShellEntry[] }[];
  person: { title?: string; entries: ShellEntry[] }[];
  icons: Record<'menu' | 'find' | 'logout' | 'outward', string>;
  menu: string;
  find: string;
  back: string;
  logout: string;
  servers: string;
}

/** The build puts them here. */
declare const SHELL_WORDS: ShellWords;

/** Draws nothing, and returns false, if nobody is signed in or the person has no access to the page. */
export function drawFrame(view: FirstView): boolean {
  const root = document.getElementById('root');
  try {
    return Boolean(root && view.heading && localStorage.getItem('token') && draw(root, view, view.heading));
  } catch (error) {
    // The app meets the same, and deals with it.
    console.warn('What the browser keeps of the session is unreadable; the frame is not drawn ahead.', error);
    return false;
  }
}

function draw(root: HTMLElement, { config, guild_id, level: needed }: FirstView, heading: Heading): boolean {
  const user: { username?: string; admin?: boolean } = JSON.parse(localStorage.getItem('user_data') ?? '{}');
  const stored = guild_id ? storedServer(guild_id) : undefined;
  const remembered = guild_id ? rememberedPlace(guild_id, Date.now())?.permission_level : 0;
  const level = remembered ?? stored?.permission_level ?? -1;
  // Nobody knows yet whether this page is theirs, or they are about to be asked to sign in.
  if (!user.username || (guild_id && level < Math.max(1, needed))) return false;
  const words = SHELL_WORDS;
  const marks = { admin: user.admin, chooses_servers: localStorage.getItem('chooses_servers') !== null };
  const groups = (guild_id ? words.server : words.person).map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => (entry.only ? marks[entry.only] : entry.level <= level)),
  }));
  const entryOf = ({ path, label, icon, is_dialog }: ShellEntry) => {
    const address = path ? path.replace('$guildId', guild_id ?? '') : config.docs_url;
    const isHere =
      !is_dialog &&
      (location.pathname === address || (address !== '/' && location.pathname.startsWith(`${address}/`)));
    return `<li><a class="${nav.entry}" href="${address}"${isHere ? ' aria-current="page"' : ''}>${svg(icon)}${label}${path ? '' : svg(words.icons.outward, nav.outward)}</a></li>`;
  };
  const picture = (more = '') => box(avatar.avatar, '28px', 28, more);
  const square = picture('border-radius:27%');
  root.innerHTML = `<div class="${frame.frame}" aria-busy="true"><div class="${frame.side}">
<header class="${frame.bar}"><span class="${frame.menu}">${svg(words.icons.menu)}${words.menu}</span><div class="${frame.barTitle}">${
    guild_id ? `${square}<span data-server></span>` : words.servers
  }</div></header>
<aside class="${frame.sidebar}">${
    guild_id
      ? `<a class="${frame.back}" href="/">${words.back}</a><div class="${server.head}">${square}<span class="${server.name}" data-server></span></div>`
      : ''
  }
<span class="${frame.find}">${svg(words.icons.find)}<span>${words.find}</span><kbd class="${kbd.kbd}">${/^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}</kbd></span>
<nav class="${frame.nav}">${groups
    .filter(({ entries }) => entries.length)
    .map(
      ({ title, entries }) =>
        `<div class="${nav.group}">${title ? `<p class="${nav.title}">${title}</p>` : ''}<ul>${entries.map(entryOf).join('')}</ul></div>`,
    )
    .join('')}</nav>
<div class="${person.person}"><a class="${nav.entry}" href="/logout">${svg(words.icons.logout)}${words.logout}</a><div class="${person.row}">${picture()}<span class="${person.name}" data-person></span></div></div>
</aside></div>
<main class="${frame.content}"><div class="${layout.page} ${layout[heading.width]}"><header class="${layout.header}"><div class="${layout.words}"><h1 class="${layout.title}">${
    heading.title ?? waiting('180px', 24)
  }</h1>${heading.purpose ? `<p class="${layout.purpose}">${heading.purpose}</p>` : ''}</div></header>${card()}</div></main></div>`;
  // What people have chosen is text, whatever it looks like.
  for (const element of root.querySelectorAll('[data-server]')) element.textContent = stored?.name ?? '';
  for (const element of root.querySelectorAll('[data-person]')) element.textContent = user.username;
  hearEarlyKeys();
  return true;
}

/** What every page has below its heading: a card, of which nobody knows yet what is in it. */
function card(): string {
  const lines = [38, 72, 55, 30, 64, 47, 70].map((width) => waiting(`${width}%`, 14)).join('');
  return `<section class="${cards.card}"><header class="${cards.header}">${waiting('120px', 20)}</header><div class="${cards.body}" style="display:grid;gap:28px">${lines}</div></section>`;
}

function svg(inside: string, name = ''): string {
  return `<svg class="${name}" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inside}</svg>`;
}

/** It does not move: each picture would take time from the processor, which the code needs as soon as it arrives. */
function waiting(width: string, height: number): string {
  return box(skeleton.skeleton, width, height, 'animation:none');
}

function box(name: string | undefined, width: string, height: number, more = ''): string {
  return `<span class="${name}" style="width:${width};height:${height}px;${more}" aria-hidden="true"></span>`;
}
