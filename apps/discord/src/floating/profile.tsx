import { cx } from '@tickets/discord-ui/class-names';
import { AppBadge } from '@tickets/discord-ui/message/author-name.tsx';
import { useClient, useClientState } from '../client/client.ts';
import { messageSomebody } from '../client/navigation.ts';
import { type ClientState, meIn, openServer, type Place } from '../client/state.ts';
import type { Member, Server } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { longDay } from '../ui/times.ts';
import styles from './floating.module.css';
import { ProfileRoles } from './profile-roles.tsx';
import { useFloating } from './use-floating.ts';

interface ProfileProps {
  userId: string;
  place: Place;
}

/** A person's card: who they are in this server, and, for who manages roles, which roles they have. */
export function Profile({ userId, place }: ProfileProps) {
  const client = useClient();
  const state = useClientState();
  const box = useFloating<HTMLDivElement>(place);
  const server = openServer(state);
  const member = server?.members.find(({ id }) => id === userId);
  const person = member ?? personOfDirect(state, userId);
  const className = cx(styles.floating, styles.profile);
  if (!person)
    return (
      <div className={className} role="dialog" aria-label="Profile" tabIndex={-1} ref={box}>
        <p className={styles.hint}>This person is not in the server any more.</p>
      </div>
    );
  const message = () => {
    client.set({ menu: null });
    void messageSomebody(client, person.id);
  };
  const askToKick = (of: Server) => {
    client.set({ menu: null });
    client.openDialog({
      kind: 'confirm',
      title: `Kick '${person.name}'`,
      text: `Take ${person.name} out of ${of.name}? ${person.bot ? 'It can be added again.' : 'They can join again.'}`,
      action: 'Kick',
      onConfirm: () => client.api.discord('DELETE', `/guilds/${of.id}/members/${person.id}`),
    });
  };
  return (
    <div className={className} role="dialog" aria-label={`Profile of ${person.name}`} tabIndex={-1} ref={box}>
      <div className={styles.profileBand} />
      <Avatar src={person.avatar_url} size={72} />
      <h2>
        {person.name} {person.bot ? <AppBadge /> : null}
      </h2>
      {person.username ? <p className={styles.hint}>@{person.username}</p> : null}
      {member ? (
        <p className={styles.hint}>In this server since {longDay(new Date(member.joined_at))}</p>
      ) : null}
      {server && member ? <ProfileRoles server={server} member={member} /> : null}
      {person.id === meIn(state).id ? null : (
        <Button look="primary" data-first onClick={message}>
          Message
        </Button>
      )}
      {server && member?.can_kick ? (
        <Button look="danger" onClick={() => askToKick(server)}>
          Kick {person.name}
        </Button>
      ) : null}
    </div>
  );
}

type Known = Pick<Member, 'id' | 'name' | 'bot'> & { avatar_url: string | undefined; username?: string };

function personOfDirect({ directs }: ClientState, userId: string): Known | undefined {
  const direct = directs.find(({ recipient_id }) => recipient_id === userId);
  if (!direct) return undefined;
  const { name, avatar_url, recipient_bot } = direct;
  return { id: userId, name, avatar_url: avatar_url ?? undefined, bot: recipient_bot };
}
