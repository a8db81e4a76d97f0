import { Component } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dismiss, goTo, messagePath, react } from './actions.js';
import { discord } from './api.js';
import { MessageComponents } from './components.js';
import { Embed } from './embed.js';
import { EmojiPicture, EmojiText } from './emoji.js';
import { dismissLocal } from './interactions.js';
import { clockTime, colourOf, fileSize, fullTime, html, Icon, IconButton, messageTime } from './lib.js';
import { Dots } from './picker.js';
import { changed, state } from './store.js';
import { isJumbo, openProfile, Text } from './text.js';

const QUICK = ['👍', '❤️', '😂'];

/** One message. It is drawn again only when it, or its place among its neighbours, has changed. */
export class Message extends Component {
  shouldComponentUpdate(next) {
    const { message, grouped, editing, answered, fresh } = this.props;
    return (
      next.message !== message ||
      next.grouped !== grouped ||
      next.editing !== editing ||
      next.answered !== answered ||
      next.fresh !== fresh
    );
  }

  render({ message, grouped, editing, answered }) {
    if (isSystem(message)) return html`<${SystemMessage} message=${message} />`;
    const date = new Date(message.time);
    const classes = [
      'message',
      grouped ? 'grouped' : 'first',
      message.mentions_me && 'mentions-me',
      message.ephemeral && 'ephemeral',
      answered && 'answered',
    ];
    return html`<article
      id=${`message-${message.id}`}
      class=${classes.filter(Boolean).join(' ')}
      tabindex="-1"
      aria-labelledby=${`author-${message.id} text-${message.id}`}
      onContextMenu=${(event) => openMenu(event, message)}
    >
      ${message.reply && html`<${ReplyLine} reply=${message.reply} />`}
      ${message.command && html`<${CommandLine} command=${message.command} />`}
      ${
        grouped
          ? html`<time class="side-time" dateTime=${message.time} title=${fullTime(date)}>${clockTime(date)}</time>`
          : html`<img class="avatar round" src=${message.author.avatar_url} alt="" width="40" height="40" loading="lazy" onClick=${(event) => openProfile(event, message.author.id)} />`
      }
      <div class=${grouped ? 'byline hidden-byline' : 'byline'}>
        <${AuthorName} author=${message.author} id=${`author-${message.id}`} />
        ${!grouped && html`<time dateTime=${message.time} title=${fullTime(date)}>${messageTime(date)}</time>`}
      </div>
      <div class="body" id=${`text-${message.id}`}>
        ${editing ? html`<${EditBox} message=${message} />` : html`<${Body} message=${message} />`}
        ${message.attachments.length > 0 && html`<div class="attachments">${message.attachments.map((file) => html`<${Attachment} key=${file.id} file=${file} />`)}</div>`}
        ${message.embeds.map((embed, i) => html`<${Embed} key=${i} embed=${embed} />`)}
        ${message.components.length > 0 && html`<${MessageComponents} message=${message} />`}
      </div>
      ${message.reactions.length > 0 && html`<${Reactions} message=${message} />`}
      ${
        message.thread &&
        html`<button type="button" class="thread-card" onClick=${() => goTo(message.thread.id, { push: true })}>
        <${Icon} name="thread" size=${18} /><b>${message.thread.name}</b><span>${message.thread.messages} messages</span></button>`
      }
      ${
        message.ephemeral &&
        html`<p class="only-you"><${Icon} name="eye" size=${16} />Only you can see this •
        <button type="button" class="link" onClick=${() => dismiss(message)}>Dismiss message</button></p>`
      }
      ${!message.loading && html`<${Toolbar} message=${message} />`}
    </article>`;
  }
}

export function AuthorName({ author, id }) {
  const style = author.colour ? { '--role': colourOf(author.colour) } : undefined;
  return html`<span class="author" id=${id}><span class="name" style=${style}><${EmojiText} text=${author.name} /></span>${author.bot && html` <span class="tag">APP</span>`}</span>`;
}

function Body({ message }) {
  if (message.loading) {
    return html`<p class="thinking"><${Dots} /> ${message.author.name} is thinking…</p>`;
  }
  if (message.text.length === 0) return null;
  return html`<div class=${isJumbo(message.text) ? 'content jumbo' : 'content'}>
    <${Text} nodes=${message.text} />
    ${message.edited && html` <span class="edited" title=${fullTime(new Date(message.edited))}>(edited)</span>`}
  </div>`;
}

function EditBox({ message }) {
  const box = useRef(null);
  const [problem, setProblem] = useState(null);
  useEffect(() => {
    box.current.focus();
    box.current.setSelectionRange(message.content.length, message.content.length);
  }, []);
  const stop = () => {
    state.editing = null;
    changed();
    document.getElementById('composer-input')?.focus();
  };
  const save = async () => {
    const content = box.current.value.trim();
    if (content === message.content) return stop();
    try {
      await discord('PATCH', messagePath(message), { content });
      stop();
    } catch (error) {
      setProblem(error.message);
    }
  };
  return html`<div class="edit">
    <textarea
      ref=${box}
      aria-label="Edit message"
      rows=${Math.min(12, message.content.split('\n').length)}
      defaultValue=${message.content}
      onKeyDown=${(event) => {
        if (event.key === 'Escape') stop();
        if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          void save();
        }
      }}
    ></textarea>
    ${problem && html`<p class="trouble" role="alert">${problem}</p>`}
    <p class="hint">Escape to <button type="button" class="link" onClick=${stop}>cancel</button> • Enter to <button type="button" class="link" onClick=${save}>save</button></p>
  </div>`;
}

function ReplyLine({ reply }) {
  return html`<p class="reply-line">
    ${reply.author && html`<img class="round" src=${reply.author.avatar_url} alt="" width="16" height="16" /><${AuthorName} author=${reply.author} />`}
    ${reply.id ? html`<button type="button" class="preview" onClick=${() => jumpTo(reply.id)}>${reply.preview}</button>` : html`<i>${reply.preview}</i>`}
  </p>`;
}

function CommandLine({ command }) {
  return html`<p class="reply-line"><img class="round" src=${command.avatar_url} alt="" width="16" height="16" />
    <b>${command.by}</b> used <span class="mention">${command.slash ? '/' : ''}${command.name}</span></p>`;
}

export function jumpTo(messageId) {
  const element = document.getElementById(`message-${messageId}`);
  if (!element) return;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
  element.classList.add('flash');
  element.addEventListener('animationend', () => element.classList.remove('flash'), { once: true });
}

function Attachment({ file }) {
  const type = file.content_type ?? '';
  const name = file.filename;
  const [hidden, setHidden] = useState(name.startsWith('SPOILER_'));
  if (hidden)
    return html`<button type="button" class="spoiler-file" onClick=${() => setHidden(false)}>Spoiler: ${name}</button>`;
  if (type.startsWith('image/')) {
    return html`<a class="picture" href=${file.url} target="_blank" rel="noopener noreferrer"><img src=${file.url} alt=${file.description ?? name} width=${file.width ?? undefined} height=${file.height ?? undefined} loading="lazy" /></a>`;
  }
  if (type.startsWith('video/')) return html`<video src=${file.url} controls aria-label=${name}></video>`;
  if (type.startsWith('audio/')) return html`<audio src=${file.url} controls aria-label=${name}></audio>`;
  return html`<p class="file-card"><${Icon} name="file" size=${28} />
    <span><a href=${file.url} target="_blank" rel="noopener noreferrer">${name}</a><small>${fileSize(file.size)}</small></span></p>`;
}

function Reactions({ message }) {
  return html`<div class="reactions">
    ${message.reactions.map((reaction) => {
      const others =
        reaction.count > reaction.names.length ? ` and ${reaction.count - reaction.names.length} more` : '';
      return html`<button
        type="button"
        class="reaction"
        key=${reaction.id ?? reaction.name}
        aria-pressed=${reaction.me ? 'true' : 'false'}
        aria-label=${`${reaction.name}, ${reaction.count} ${reaction.count === 1 ? 'reaction' : 'reactions'}`}
        title=${`${reaction.names.join(', ')}${others}`}
        onClick=${() => react(message, reaction, reaction.me)}
      >${reaction.url ? html`<img class="emoji" src=${reaction.url} alt="" />` : html`<${EmojiPicture} emoji=${reaction.name} mute />`} ${reaction.count}</button>`;
    })}
  </div>`;
}

function Toolbar({ message }) {
  const emoji = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    state.menu = {
      kind: 'emoji',
      x: box.left - 260,
      y: box.bottom + 4,
      onPick: (picked) => react(message, picked, false),
    };
    changed();
  };
  return html`<div class="toolbar" role="group" aria-label="Message actions">
    ${message.can_react && QUICK.map((name) => html`<button type="button" class="icon-button quick" aria-label=${`React with ${name}`} onClick=${() => react(message, { name }, false)}><${EmojiPicture} emoji=${name} mute /></button>`)}
    ${message.can_react && html`<${IconButton} icon="smile" label="Add Reaction" onClick=${emoji} />`}
    ${message.can_edit && html`<${IconButton} icon="edit" label="Edit" onClick=${() => startEdit(message)} />`}
    ${message.can_reply && html`<${IconButton} icon="reply" label="Reply" onClick=${() => startReply(message)} />`}
    <${IconButton} icon="more" label="More" onClick=${(event) => openMenu(event, message)} />
  </div>`;
}

export function startEdit(message) {
  state.editing = message.id;
  state.menu = null;
  changed();
}

export function startReply(message) {
  state.replyTo = message;
  state.menu = null;
  changed();
  document.getElementById('composer-input')?.focus();
}

function openMenu(event, message) {
  if (event.type === 'contextmenu' && event.target.closest('a, textarea, input')) return;
  event.preventDefault();
  const box = event.currentTarget.getBoundingClientRect();
  const point =
    event.type === 'contextmenu' && event.clientX
      ? { x: event.clientX, y: event.clientY }
      : { x: box.left - 120, y: box.bottom + 4 };
  state.menu = { kind: 'message', message, ...point };
  changed();
}

const SYSTEM = {
  1: { icon: 'right', text: ({ mentioned }) => `added ${mentioned.join(', ')} to the thread.` },
  2: { icon: 'right', text: ({ mentioned }) => `removed ${mentioned.join(', ')} from the thread.` },
  4: { icon: 'edit', text: ({ content }) => `changed the channel name: ${content}` },
  6: { icon: 'pin', text: 'pinned a message to this channel.' },
  7: { icon: 'right', text: 'joined the server.' },
  18: { icon: 'thread', text: 'started a thread.' },
  21: { icon: 'thread', text: 'started this thread.' },
};

/** Whether a message is Discord's own line about what somebody did. */
export const isSystem = (message) => SYSTEM[message.type] !== undefined;

function SystemMessage({ message }) {
  const { icon, text } = SYSTEM[message.type];
  return html`<article class="system" id=${`message-${message.id}`} onContextMenu=${(event) => openMenu(event, message)}>
    <${Icon} name=${icon} size=${18} /><p><${AuthorName} author=${message.author} /> ${typeof text === 'string' ? text : text(message)}
    <time dateTime=${message.time}>${messageTime(new Date(message.time))}</time></p>
  </article>`;
}

/** A line that only this page knows: a command on its way, or one that came to nothing. */
export function LocalMessage({ local, channelId }) {
  return html`<article class="message first ephemeral local" aria-label=${local.problem ?? `Sending ${local.name}`}>
    <p class="reply-line"><img class="round" src=${state.me.avatar_url} alt="" width="16" height="16" /><b>You</b> used <span class="mention">${local.slash ? '/' : ''}${local.name}</span></p>
    <img class="avatar round" src=${local.app.avatar_url} alt="" width="40" height="40" />
    <div class="byline"><${AuthorName} author=${{ name: local.app.name, bot: true }} /></div>
    <div class="body">${local.problem ? html`<p class="trouble" role="alert">${local.problem}</p>` : html`<p class="thinking"><${Dots} /> Sending command…</p>`}</div>
    ${local.problem && html`<p class="only-you"><${Icon} name="eye" size=${16} />Only you can see this • <button type="button" class="link" onClick=${() => dismissLocal(channelId, local.id)}>Dismiss message</button></p>`}
  </article>`;
}
