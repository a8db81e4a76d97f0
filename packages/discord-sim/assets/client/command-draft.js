import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { channelItems, mentionableItems, roleItems, userItems } from './entities.js';
import { autocomplete, runCommand } from './interactions.js';
import { html, IconButton } from './lib.js';
import { Choices, useChoices } from './picker.js';
import { openServer, state } from './store.js';

const AUTOCOMPLETE_MS = 150;

/** Every way to use a command: itself, or each of its sub-commands. */
export function usesOf(command) {
  const subs = (command.options ?? []).filter((option) => option.type === 1 || option.type === 2);
  if (subs.length === 0) return [use(command, [], command)];
  return subs.flatMap((sub) =>
    sub.type === 1
      ? [use(command, [sub.name], sub)]
      : (sub.options ?? []).map((inner) => use(command, [sub.name, inner.name], inner)),
  );
}

function use(command, path, definition) {
  return {
    command,
    path,
    shown: [command.name, ...path].join(' '),
    description: definition.description,
    options: definition.options ?? [],
  };
}

/** A slash command that is being filled in, option by option. */
export function CommandDraft({ draft, channel, onDone }) {
  const [values, setValues] = useState({});
  const [shown, setShown] = useState(() =>
    draft.options.filter((option) => option.required).map((option) => option.name),
  );
  const [problem, setProblem] = useState(null);
  const root = useRef(null);
  const rest = draft.options.filter((option) => !shown.includes(option.name));

  useEffect(() => {
    const target = root.current.querySelector('input') ?? root.current.querySelector('.send-command');
    target?.focus();
  }, [draft]);

  const set = (name, value) => setValues((before) => ({ ...before, [name]: value }));
  const focusOn = (name) =>
    queueMicrotask(() =>
      requestAnimationFrame(() => root.current?.querySelector(`[data-option="${name}"]`)?.focus()),
    );
  const add = (option) => {
    setShown((before) => [...before, option.name]);
    focusOn(option.name);
  };
  const submit = () => {
    const { ready, missing, options } = collect(draft, values);
    if (!ready) {
      setProblem(`"${missing.name}" ${missing.why}.`);
      if (!shown.includes(missing.name)) add(missing);
      focusOn(missing.name);
      return;
    }
    const { command, path, shown: name } = draft;
    void runCommand({ ...command, shown: name }, { channel_id: channel.id, path, options });
    onDone();
  };
  const onKeyDown = (event) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter') {
      event.preventDefault();
      submit();
    } else if (event.key === 'Backspace' && event.target.value === '' && event.target.dataset.option) {
      const name = event.target.dataset.option;
      if (draft.options.find((option) => option.name === name)?.required) return;
      setShown((before) => before.filter((other) => other !== name));
    }
  };

  return html`<div class="draft" ref=${root} role="group" aria-label=${`Command /${draft.shown}`} onKeyDown=${onKeyDown}>
    <div class="draft-line">
      <img class="round" src=${draft.command.app.avatar_url} alt="" width="24" height="24" />
      <b class="draft-name">/${draft.shown}</b>
      ${shown.map((name) => {
        const option = draft.options.find((other) => other.name === name);
        return html`<${OptionField} key=${name} option=${option} draft=${draft} channel=${channel} values=${values} value=${values[name]} onChange=${(value) => set(name, value)} />`;
      })}
      ${rest.map((option) => html`<button type="button" class="chip add-option" key=${option.name} onClick=${() => add(option)} aria-label=${`Add option ${option.name}`}>+ ${option.name}</button>`)}
      <span class="grow"></span>
      <button type="button" class="button primary send-command" onClick=${submit}>Send command</button>
      <${IconButton} icon="close" label="Cancel command" onClick=${onDone} />
    </div>
    <p class=${problem ? 'trouble' : 'hint'} role=${problem ? 'alert' : undefined}>${problem ?? draft.description}</p>
  </div>`;
}

/** The values as Discord wants them, or what is missing. */
function collect(draft, values) {
  const options = {};
  for (const option of draft.options) {
    const value = values[option.name];
    if (value === undefined || value.text === '') {
      if (option.required) return { ready: false, missing: { ...option, why: 'is needed' } };
      continue;
    }
    const given = givenBy(option, value);
    if (given === undefined) return { ready: false, missing: { ...option, why: 'has no such value' } };
    options[option.name] = given;
  }
  return { ready: true, options };
}

function givenBy(option, { text, picked }) {
  if (option.type === 4 || option.type === 10) {
    if (picked !== undefined) return picked;
    const number = Number(text);
    return text.trim() === '' || Number.isNaN(number) || (option.type === 4 && !Number.isInteger(number))
      ? undefined
      : number;
  }
  if (option.type === 3 && !option.choices?.length) return picked === undefined ? text : String(picked);
  return picked;
}

const yesNo = [
  { value: true, label: 'True' },
  { value: false, label: 'False' },
];

/** What an option offers without asking anybody; undefined when it is free text. */
function offered(option) {
  const server = openServer();
  if (option.choices?.length)
    return option.choices.map((choice) => ({ value: choice.value, label: choice.name }));
  if (option.type === 5) return yesNo;
  if (option.type === 6) return server ? userItems(server) : directPeople();
  if (option.type === 7) return channelItems(server, option.channel_types);
  if (option.type === 8) return roleItems(server);
  if (option.type === 9) return mentionableItems(server);
  return undefined;
}

function directPeople() {
  return [{ value: state.me.id, label: state.me.name, avatar_url: state.me.avatar_url }];
}

function OptionField({ option, draft, channel, values, value = { text: '' }, onChange }) {
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState(null);
  const id = useId();
  const fixed = offered(option);
  const query = value.picked === undefined ? value.text.toLowerCase() : '';
  const items = fixed
    ? fixed.filter((item) => `${item.label} ${item.search ?? ''}`.toLowerCase().includes(query)).slice(0, 25)
    : (found ?? []);
  const pick = (item) => {
    onChange({ text: item.label, picked: item.value });
    setOpen(false);
  };
  const choices = useChoices(open ? items : [], pick);

  useEffect(() => {
    if (!option.autocomplete || !open) return undefined;
    let current = true;
    const timer = setTimeout(async () => {
      const known = Object.fromEntries(
        draft.options.flatMap((other) => {
          const given = values[other.name] && givenBy(other, values[other.name]);
          return given === undefined || other.name === option.name ? [] : [[other.name, given]];
        }),
      );
      const typed = option.type === 3 ? value.text : Number(value.text) || 0;
      const answer = await autocomplete({
        channel_id: channel.id,
        command_id: draft.command.id,
        path: draft.path,
        options: { ...known, [option.name]: typed },
        focused: option.name,
      });
      if (current) setFound((answer ?? []).map((choice) => ({ value: choice.value, label: choice.name })));
    }, AUTOCOMPLETE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [open, value.text]);

  const lists = fixed !== undefined || option.autocomplete;
  const onKeyDown = (event) => {
    if (!open || !lists) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      setOpen(false);
    } else if (event.key !== 'Tab' || value.text === '') {
      choices.onKeyDown(event);
    }
  };
  return html`<label class="option">
    <span class="option-name">${option.name}</span>
    <input
      type="text"
      data-option=${option.name}
      aria-label=${option.name}
      aria-description=${option.description}
      aria-required=${option.required ? 'true' : undefined}
      placeholder=${option.description}
      autocomplete="off"
      maxLength=${option.type === 3 ? (option.max_length ?? 6000) : undefined}
      ...${lists ? { role: 'combobox', 'aria-expanded': open ? 'true' : 'false', 'aria-controls': open ? id : undefined, 'aria-activedescendant': open && items.length ? `${id}-${choices.active}` : undefined } : {}}
      value=${value.text}
      onFocus=${() => setOpen(true)}
      onBlur=${() => setOpen(false)}
      onInput=${(event) => {
        setOpen(true);
        onChange({ text: event.currentTarget.value });
      }}
      onKeyDown=${onKeyDown}
    />
    ${open && lists && html`<div class="popup above"><${Choices} id=${id} label=${option.name} items=${items} ...${choices} onPick=${pick} empty=${option.autocomplete && !found ? 'Loading…' : option.autocomplete ? 'No suggestions' : 'Nothing found'} /></div>`}
  </label>`;
}
