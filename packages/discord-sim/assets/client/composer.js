import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, discord } from './api.js';
import { CommandDraft, usesOf } from './command-draft.js';
import { fileSize, html, Icon, IconButton } from './lib.js';
import { startEdit } from './message.js';
import { notice, wordsOf } from './notices.js';
import { Choices, useChoices } from './picker.js';
import { changed, logOf, serverOfChannel, state, useStore } from './store.js';
import { suggest } from './suggest.js';

const TYPING_EVERY_MS = 8_000;
const MAX_FILES = 10;

/** Where one writes: text, files, mentions, or a slash command. */
export function Composer({ channel }) {
  useStore();
  const [text, setText] = useState('');
  const [files, setFiles] = useState([]);
  const [draft, setDraft] = useState(null);
  const [commands, setCommands] = useState([]);
  const [caret, setCaret] = useState(0);
  const [closed, setClosed] = useState(false);
  const input = useRef(null);
  const picks = useRef(new Map());
  const typed = useRef(0);
  const listId = useId();
  const server = serverOfChannel(channel);

  useEffect(() => {
    setText('');
    setFiles([]);
    setDraft(null);
    picks.current = new Map();
    typed.current = 0;
    let current = true;
    if (channel.can_use_commands) {
      ask('GET', `/channels/${channel.id}/commands`).then(
        (answer) => current && setCommands(answer.commands),
        (error) => notice(wordsOf(error)),
      );
    }
    return () => {
      current = false;
    };
  }, [channel.id]);

  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight, 240)}px`;
  }, [text, draft]);

  useEffect(() => {
    const onCommand = async ({ detail }) => {
      const { commands: fresh } = await ask('GET', `/channels/${channel.id}/commands`);
      const found = fresh
        .filter((command) => command.type === 1)
        .flatMap(usesOf)
        .find((one) => one.shown === detail.name);
      if (found) setDraft(found);
      else notice(`You cannot use /${detail.name} here.`);
    };
    const onType = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
      if (event.target.closest('input, textarea, select, dialog, button, [role=menu], [role=listbox]'))
        return;
      input.current?.focus();
    };
    document.addEventListener('sim:command', onCommand);
    document.addEventListener('keydown', onType);
    return () => {
      document.removeEventListener('sim:command', onCommand);
      document.removeEventListener('keydown', onType);
    };
  }, [channel.id]);

  const suggestion = closed ? null : suggest({ text, caret, commands, server });
  const pick = (item) => {
    if (suggestion.kind === 'command') {
      setText('');
      setDraft(item.use);
      return;
    }
    const { start } = suggestion;
    const insert = `${item.insert} `;
    picks.current.set(item.insert, item.sends);
    setText(text.slice(0, start) + insert + text.slice(caret));
    const at = start + insert.length;
    setCaret(at);
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at));
  };
  const choices = useChoices(suggestion?.items ?? [], pick);

  if (channel.archived && channel.locked && !channel.can_write)
    return html`<p class="composer blocked">This thread is closed.</p>`;
  if (!channel.can_write) {
    return html`<p class="composer blocked">You do not have permission to send messages in this channel.</p>`;
  }
  if (draft) {
    const finish = () => {
      setDraft(null);
      requestAnimationFrame(() => input.current?.focus());
    };
    return html`<div class="composer"><${CommandDraft} draft=${draft} channel=${channel} onDone=${finish} /></div>`;
  }

  const addFiles = (list) => {
    const all = [...files, ...list];
    if (!channel.can_attach) return notice('You do not have permission to attach files here.');
    if (all.length > MAX_FILES) notice(`A message takes ${MAX_FILES} files at most.`);
    setFiles(all.slice(0, MAX_FILES));
    input.current?.focus();
  };
  const send = async () => {
    const content = withPicks(text.trim(), picks.current);
    if (content === '' && files.length === 0) return;
    const reply = state.replyTo ? { message_reference: { message_id: state.replyTo.id } } : {};
    const sentText = text;
    const sentFiles = files;
    setText('');
    setFiles([]);
    state.replyTo = null;
    typed.current = 0;
    changed();
    try {
      await discord('POST', `/channels/${channel.id}/messages`, bodyOf({ content, ...reply }, sentFiles));
      picks.current = new Map();
    } catch (error) {
      // What could not be sent comes back, unless something new was begun meanwhile.
      setText((now) => now || sentText);
      setFiles((now) => (now.length ? now : sentFiles));
      notice(wordsOf(error));
    }
  };
  const onInput = (event) => {
    const { value, selectionStart } = event.currentTarget;
    setText(value);
    setCaret(selectionStart);
    setClosed(false);
    choices.setAt(0);
    if (value && !value.startsWith('/') && Date.now() - typed.current > TYPING_EVERY_MS) {
      typed.current = Date.now();
      discord('POST', `/channels/${channel.id}/typing`).catch((error) => notice(wordsOf(error)));
    }
  };
  const onKeyDown = (event) => {
    if (event.isComposing) return;
    if (suggestion && event.key === 'Escape') return setClosed(true);
    if (suggestion && suggestion.items.length > 0 && choices.onKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape' && state.replyTo) {
      state.replyTo = null;
      changed();
    } else if (event.key === 'ArrowUp' && text === '') {
      const own = logOf(channel.id).messages.findLast((message) => message.can_edit);
      if (own) {
        event.preventDefault();
        startEdit(own);
      }
    }
  };
  const openEmoji = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    state.menu = {
      kind: 'emoji',
      x: box.right - 330,
      y: box.top - 8,
      above: true,
      onPick(emoji) {
        const insert = emoji.id ? `:${emoji.name}:` : emoji.name;
        if (emoji.id) picks.current.set(insert, `<${emoji.animated ? 'a' : ''}:${emoji.name}:${emoji.id}>`);
        setText((now) => now + insert);
        input.current?.focus();
      },
    };
    changed();
  };

  const placeholder = channel.guild_id
    ? `Message ${channel.is_thread ? '' : '#'}${channel.name}`
    : `Message @${channel.name}`;
  return html`<form
    class="composer"
    aria-label="Write a message"
    onSubmit=${(event) => {
      event.preventDefault();
      void send();
    }}
    onDragOver=${(event) => event.preventDefault()}
    onDrop=${(event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) addFiles(event.dataTransfer.files);
    }}
  >
    ${
      suggestion &&
      html`<div class="popup above suggestions"><p class="popup-title">${suggestion.title}</p>
      <${Choices} id=${listId} label=${suggestion.title} items=${suggestion.items} ...${choices} onPick=${pick} empty=${suggestion.empty} /></div>`
    }
    ${
      state.replyTo &&
      html`<div class="replying"><span>Replying to <b>${state.replyTo.author.name}</b></span>
      <${IconButton} icon="close" size=${16} label="Cancel reply" onClick=${() => {
        state.replyTo = null;
        changed();
      }} /></div>`
    }
    ${
      files.length > 0 &&
      html`<ul class="pending-files">${files.map(
        (file, i) => html`<li key=${`${file.name}-${i}`}>
      <${FilePreview} file=${file} /><span><b>${file.name}</b><small>${fileSize(file.size)}</small></span>
      <${IconButton} icon="trash" size=${16} label=${`Remove ${file.name}`} onClick=${() => setFiles(files.toSpliced(i, 1))} /></li>`,
      )}</ul>`
    }
    <div class="write-line">
      <label class=${`icon-button attach ${channel.can_attach ? '' : 'off'}`} title="Attach files">
        <${Icon} name="plus" /><span class="unseen">Attach files</span>
        <input type="file" multiple class="unseen" disabled=${!channel.can_attach} onChange=${(event) => {
          addFiles(event.currentTarget.files);
          event.currentTarget.value = '';
        }} />
      </label>
      <textarea
        ref=${input}
        id="composer-input"
        rows="1"
        aria-label=${placeholder}
        placeholder=${placeholder}
        maxLength="4000"
        autocomplete="off"
        aria-autocomplete="list"
        aria-controls=${suggestion ? listId : undefined}
        aria-activedescendant=${suggestion && suggestion.items.length > 0 ? `${listId}-${choices.active}` : undefined}
        value=${text}
        onInput=${onInput}
        onKeyDown=${onKeyDown}
        onClick=${(event) => setCaret(event.currentTarget.selectionStart)}
        onPaste=${(event) => event.clipboardData.files.length && addFiles(event.clipboardData.files)}
      ></textarea>
      ${text.length > 1800 && html`<span class=${text.length > 2000 ? 'count over' : 'count'}>${2000 - text.length}</span>`}
      <${IconButton} icon="smile" label="Insert emoji" onClick=${openEmoji} />
      <button type="submit" class="icon-button send" aria-label="Send message" title="Send message"><${Icon} name="arrowUp" /></button>
    </div>
  </form>`;
}

function bodyOf(body, files) {
  if (files.length === 0) return body;
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body));
  for (const [i, file] of files.entries()) form.set(`files[${i}]`, file, file.name);
  return form;
}

function withPicks(text, picks) {
  return [...picks]
    .sort(([a], [b]) => b.length - a.length)
    .reduce((all, [shown, sent]) => all.replaceAll(shown, sent), text);
}

function FilePreview({ file }) {
  const [url, setUrl] = useState(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url
    ? html`<img src=${url} alt="" width="48" height="48" />`
    : html`<${Icon} name="file" size=${32} />`;
}
