import { useId, useState } from 'preact/hooks';
import { html } from './lib.js';
import { wordsOf } from './notices.js';
import { Dots } from './picker.js';

/** Sends one thing at a time, and keeps the words in which it was refused. */
export function useSending() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(null);
  const send = async (work) => {
    if (busy) return false;
    setBusy(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(wordsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, send };
}

export function TextField({ label, value, onValue, hint, ...rest }) {
  const id = useId();
  return html`<label class="field" for=${id}>
    <span class="field-label">${label}${rest.required && html`<span class="required" aria-hidden="true"> *</span>`}</span>
    <input type="text" id=${id} value=${value} autocomplete="off" aria-describedby=${hint ? `${id}-hint` : undefined} ...${rest} onInput=${(event) => onValue(event.currentTarget.value)} />
    ${hint && html`<span class="hint" id=${`${id}-hint`}>${hint}</span>`}
  </label>`;
}

export function Problem({ text }) {
  return text && html`<p class="trouble" role="alert">${text}</p>`;
}

export function SubmitButton({ busy, disabled, children }) {
  return html`<button type="submit" class="button primary" disabled=${disabled} aria-busy=${busy ? 'true' : undefined}>${children}${busy && html`<${Dots} />`}</button>`;
}
