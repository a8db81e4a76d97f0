import { useState } from 'react';

/** By the names of the secrets. A map, because a creator may call a secret `constructor`. */
export type SecretValues = ReadonlyMap<string, string>;

/** What is typed for the secrets that are declared now; what was typed for others is not sent. */
export function useSecretValues(secrets: readonly { name: string }[]) {
  const [typed, setTyped] = useState<SecretValues>(new Map());
  const values: SecretValues = new Map(
    secrets.flatMap(({ name }) => {
      const value = typed.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return {
    values,
    isTyped: values.size > 0,
    // Blanks alone are no secret.
    isComplete: secrets.every(({ name }) => values.get(name)?.trim()),
    toSend: () => Object.fromEntries(values),
    change: (name: string, value: string) => setTyped((now) => new Map(now).set(name, value)),
    clear: () => setTyped(new Map()),
  };
}
