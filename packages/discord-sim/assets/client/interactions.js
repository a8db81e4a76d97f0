import { ask } from './api.js';
import { wordsOf } from './notices.js';
import { changed, logOf, state } from './store.js';

const waitingForChoices = new Map();

/** Sends a press, a choice, a command or a form; the outcome comes over the live line. */
export async function interact(input, waiting) {
  const nonce = crypto.randomUUID();
  state.pending.set(nonce, waiting);
  changed();
  try {
    await ask('POST', '/interactions', { ...input, nonce });
  } catch (error) {
    state.pending.delete(nonce);
    waiting.onFail(wordsOf(error));
    changed();
  }
}

export async function autocomplete(input) {
  const nonce = crypto.randomUUID();
  const choices = new Promise((resolve) => waitingForChoices.set(nonce, resolve));
  try {
    await ask('POST', '/interactions', { ...input, kind: 'autocomplete', nonce });
  } catch {
    waitingForChoices.delete(nonce);
    return null;
  }
  return choices;
}

export function pressComponent(message, customId, values) {
  state.troubles.delete(message.id);
  const input = {
    kind: 'component',
    channel_id: message.channel_id,
    message_id: message.id,
    custom_id: customId,
    values,
  };
  return interact(input, {
    message_id: message.id,
    custom_id: customId,
    onFail(text) {
      state.troubles.set(message.id, text === 'failed' ? 'This interaction failed' : text);
    },
  });
}

/** Uses a command; while its application is silent a line of the page's own stands in the channel. */
export function runCommand(command, input) {
  const log = logOf(input.channel_id);
  const local = {
    id: crypto.randomUUID(),
    app: command.app,
    name: command.shown ?? command.name,
    slash: command.type === 1,
    problem: null,
  };
  log.locals = [...log.locals, local];
  const remove = () => {
    log.locals = log.locals.filter(({ id }) => id !== local.id);
  };
  return interact(
    { kind: 'command', command_id: command.id, ...input },
    {
      onDone: remove,
      onFail(text) {
        const problem = text === 'failed' ? 'The application did not respond' : text;
        log.locals = log.locals.map((entry) => (entry.id === local.id ? { ...entry, problem } : entry));
      },
    },
  ).finally(changed);
}

export function dismissLocal(channelId, id) {
  const log = logOf(channelId);
  log.locals = log.locals.filter((entry) => entry.id !== id);
  changed();
}

/** What became of a press, a command or a form, as the live line tells it. */
export function onInteraction(event) {
  const waiting = state.pending.get(event.nonce);
  const resolve = waitingForChoices.get(event.nonce);
  if (event.outcome === 'choices') {
    waitingForChoices.delete(event.nonce);
    resolve?.(event.choices);
    return;
  }
  if (resolve && event.outcome === 'failed') {
    waitingForChoices.delete(event.nonce);
    resolve(null);
    return;
  }
  // Whoever looks through the same eyes in another window sees its own forms only.
  if (!waiting) return;
  state.pending.delete(event.nonce);
  if (event.outcome === 'modal') state.modal = { ...event.modal, id: event.id, channel_id: event.channel_id };
  if (event.outcome === 'failed') waiting.onFail('failed');
  else waiting.onDone?.();
  changed();
}
