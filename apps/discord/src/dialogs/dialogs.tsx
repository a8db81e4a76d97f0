import { useSelected } from '../client/client.ts';
import { ChannelForm } from './channel-form.tsx';
import { Confirm } from './confirm.tsx';
import { Emojis } from './emojis.tsx';
import { Join } from './join.tsx';
import { Pins } from './pins.tsx';
import { Roles } from './roles.tsx';
import { Switcher } from './switcher.tsx';

/** The dialog that is open. */
export function Dialogs() {
  const dialog = useSelected((state) => state.dialog);
  switch (dialog?.kind) {
    case 'switch':
      return <Switcher />;
    case 'pins':
      return <Pins channel={dialog.channel} />;
    case 'join':
      return <Join />;
    case 'channel':
      return <ChannelForm {...dialog} />;
    case 'roles':
      return <Roles />;
    case 'emojis':
      return <Emojis />;
    case 'confirm':
      return <Confirm dialog={dialog} />;
    default:
      return null;
  }
}
