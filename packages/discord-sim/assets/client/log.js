import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { loadLog, loadOlder } from './actions.js';
import { html, Icon, longDay, sameDay } from './lib.js';
import { isSystem, LocalMessage, Message } from './message.js';
import { logOf, state, useStore } from './store.js';

const GROUP_MS = 7 * 60_000;
const NEAR_PX = 80;

/** The messages of a channel. It stays at its end while one is there, and keeps its place while older ones load. */
export function Log({ channel }) {
  useStore();
  const log = logOf(channel.id);
  const box = useRef(null);
  const place = useRef({ bottom: true, height: 0, first: null });
  const [away, setAway] = useState(false);

  useLayoutEffect(() => {
    place.current = { bottom: true, height: 0, first: null };
    setAway(false);
  }, [channel.id]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { bottom, height, first } = place.current;
    const now = log.messages[0]?.id ?? null;
    if (bottom) element.scrollTop = element.scrollHeight;
    else if (first && first !== now) element.scrollTop += element.scrollHeight - height;
    place.current.height = element.scrollHeight;
    place.current.first = now;
  });

  useEffect(() => {
    // Pictures that arrive late, and a composer that grows, push the end out of sight.
    const keep = new ResizeObserver(() => {
      if (place.current.bottom && box.current) box.current.scrollTop = box.current.scrollHeight;
    });
    keep.observe(box.current);
    keep.observe(box.current.firstElementChild);
    return () => keep.disconnect();
  }, [channel.id]);

  const onScroll = () => {
    const element = box.current;
    const bottom = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    place.current.bottom = bottom;
    setAway(!bottom);
    if (element.scrollTop < 300 && log.more && log.status === 'ready') void loadOlder(channel.id);
  };
  const toEnd = () => {
    place.current.bottom = true;
    box.current.scrollTop = box.current.scrollHeight;
  };

  return html`<div class="log-frame">
    <div class="log" ref=${box} role="log" aria-label=${`Messages in ${channel.name}`} tabindex="0" onScroll=${onScroll} onKeyDown=${moveFocus}>
      <div class="log-inner">
        ${log.status === 'ready' && !log.more && html`<${Beginning} channel=${channel} />`}
        ${(log.status === 'loading' || log.status === 'new' || log.older) && html`<${Skeleton} />`}
        ${log.status === 'failed' && html`<div class="empty-state" role="alert"><p>${log.problem}</p><button type="button" class="button secondary" onClick=${() => loadLog(channel.id)}>Try again</button></div>`}
        ${log.status === 'ready' && rows(log.messages)}
        ${log.locals.map((local) => html`<${LocalMessage} key=${local.id} local=${local} channelId=${channel.id} />`)}
      </div>
    </div>
    ${away && html`<button type="button" class="to-end" onClick=${toEnd}>Jump to the latest <${Icon} name="down" size=${16} /></button>`}
  </div>`;
}

function rows(messages) {
  const result = [];
  let last = null;
  for (const message of messages) {
    const date = new Date(message.time);
    const before = last && new Date(last.time);
    const newDay = !before || !sameDay(date, before);
    if (newDay)
      result.push(
        html`<div class="day" key=${`day-${message.id}`} role="separator" aria-label=${longDay(date)}><span aria-hidden="true">${longDay(date)}</span></div>`,
      );
    const grouped =
      !newDay &&
      !message.reply &&
      !message.command &&
      !isSystem(last) &&
      last.author.id === message.author.id &&
      last.author.name === message.author.name &&
      last.ephemeral === message.ephemeral &&
      date - before < GROUP_MS;
    result.push(
      html`<${Message} key=${message.id} message=${message} grouped=${grouped} editing=${state.editing === message.id} answered=${state.replyTo?.id === message.id} />`,
    );
    last = message;
  }
  return result;
}

/** The arrow keys go from message to message, so that their actions can be reached without a mouse. */
function moveFocus(event) {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  if (event.target.closest('button, textarea, input, [role=listbox]')) return;
  const all = [...event.currentTarget.querySelectorAll('article.message')];
  const at = all.indexOf(event.target.closest('article.message'));
  const next = at < 0 ? all.at(-1) : all[at + (event.key === 'ArrowUp' ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Beginning({ channel }) {
  const direct = !channel.guild_id;
  const name = direct ? channel.name : `#${channel.name}`;
  return html`<header class="beginning">
    ${channel.avatar_url ? html`<img class="round" src=${channel.avatar_url} alt="" width="72" height="72" />` : html`<span class="big-mark"><${Icon} name=${channel.is_thread ? 'thread' : 'hash'} size=${40} /></span>`}
    <h2>${direct ? channel.name : channel.is_thread ? channel.name : `Welcome to ${name}!`}</h2>
    <p>${direct ? `This is the beginning of your direct messages with ${name}.` : `This is the start of ${channel.is_thread ? 'the thread' : 'the channel'} ${name}.`}</p>
  </header>`;
}

function Skeleton() {
  return html`<div class="skeleton" role="status" aria-label="Loading messages">
    ${[62, 38, 74, 50].map((width) => html`<div key=${width}><i class="round"></i><span><b></b><b style=${{ width: `${width}%` }}></b></span></div>`)}
  </div>`;
}
