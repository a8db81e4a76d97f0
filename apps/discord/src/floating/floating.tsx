import { useSelected } from '../client/client.ts';
import { EmojiPicker } from './emoji-picker.tsx';
import { MessageMenu } from './message-menu.tsx';
import { Profile } from './profile.tsx';
import { ChannelMenu, ServerMenu } from './server-menus.tsx';

/** Whatever floats: menus, the emoji picker, a person's card. */
export function Floating() {
  const menu = useSelected((state) => state.menu);
  switch (menu?.kind) {
    case 'message':
      return <MessageMenu key={menu.message.id} message={menu.message} place={menu} />;
    case 'emoji':
      return <EmojiPicker onPick={menu.onPick} place={menu} />;
    case 'server':
      return <ServerMenu place={menu} />;
    case 'channel':
      return <ChannelMenu key={menu.channelId} channelId={menu.channelId} place={menu} />;
    case 'profile':
      return <Profile key={menu.userId} userId={menu.userId} place={menu} />;
    default:
      return null;
  }
}
