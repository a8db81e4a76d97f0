import { createTranslator } from 'use-intl/core';
import { readMessages } from './messages.ts';

type Translator = ReturnType<typeof createTranslator<ReturnType<typeof readMessages>>>;

/** A text outside of components, by its full key. Only the subject `common` is always there. */
export const translate: Translator = ((...args: Parameters<Translator>) =>
  createTranslator({ locale: 'en', messages: readMessages() })(...args)) as Translator;
