import type { FormValues } from '@tickets/discord-ui/modal/form-values';
import { ModalForm } from '@tickets/discord-ui/modal/modal-form.tsx';
import { useState } from 'react';
import { choicesOf } from '../client/choices.tsx';
import { useClient, useSelected } from '../client/client.ts';
import { interact } from '../client/interactions.ts';
import { type ClientState, openServer } from '../client/state.ts';

/** The form that an application has opened. */
export function FormModal({ modal }: { modal: NonNullable<ClientState['modal']> }) {
  const client = useClient();
  const server = useSelected(openServer);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, channel_id, title, app, components, names } = modal;
  const close = () => client.set({ modal: null });
  const submit = (values: FormValues) => {
    setBusy(true);
    setProblem(null);
    void interact(
      client,
      { kind: 'modal', channel_id, interaction_id: id, values },
      {
        onDone() {
          if (client.state.modal?.id === id) close();
        },
        onFail(text) {
          setBusy(false);
          setProblem(text === 'failed' ? 'Something went wrong. Try again.' : text);
        },
      },
    );
  };
  return (
    <ModalForm
      title={title}
      app={{ name: app.name, avatarUrl: app.avatar_url }}
      components={components}
      mentions={names}
      choicesOf={(component) => choicesOf(component, server)}
      isBusy={isBusy}
      problem={problem}
      onSubmit={submit}
      onClose={close}
    />
  );
}
