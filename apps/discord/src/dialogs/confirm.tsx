import { useClient } from '../client/client.ts';
import type { Confirmation } from '../client/state.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/text-field.tsx';
import { useSending } from '../ui/use-sending.ts';
import { Dialog } from './dialog.tsx';

/** Asks before something is lost, and goes back to where it was asked. */
export function Confirm({ dialog }: { dialog: Confirmation }) {
  const client = useClient();
  const { isBusy, problem, send } = useSending();
  const leave = () => client.set({ dialog: dialog.back ?? null });
  const confirm = async () => {
    if (await send(dialog.onConfirm)) leave();
  };
  return (
    <Dialog title={dialog.title} onClose={leave}>
      <p>{dialog.text}</p>
      <Problem text={problem} />
      <footer>
        <Button look="plain" onClick={leave}>
          Cancel
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void confirm()}>
          {dialog.action}
        </Button>
      </footer>
    </Dialog>
  );
}
