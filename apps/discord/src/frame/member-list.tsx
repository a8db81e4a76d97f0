import { AuthorName } from '@tickets/discord-ui/message/author-name.tsx';
import { Unseen } from '@tickets/discord-ui/unseen.tsx';
import { Crown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { byRank } from '../client/choices.tsx';
import { useClient, useClientState } from '../client/client.ts';
import { openProfile } from '../client/host.ts';
import { openChannel, openServer } from '../client/state.ts';
import type { Member, Server } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import styles from './frame.module.css';

/** The people who see the open channel, under the roles that stand apart. */
export function MemberList() {
  const state = useClientState();
  const server = openServer(state);
  const channel = openChannel(state);
  const viewers = useViewers(server, channel?.id);
  if (!server) return null;
  const shown = viewers ? server.members.filter(({ id }) => viewers.has(id)) : [];
  const unlisted = server.member_count - server.members.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={styles.members} aria-label="Member list" tabIndex={0}>
      {groupsOf(server, shown).map(({ id, name, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: people under a heading, not the fields of a form
        <div role="group" key={id} aria-label={name}>
          <h2>
            {name} — {members.length}
          </h2>
          <ul>
            {members.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
          </ul>
        </div>
      ))}
      {!channel?.is_private && unlisted > 0 ? <p className={styles.more}>and {unlisted} more</p> : null}
    </section>
  );
}

function groupsOf({ roles }: Server, members: readonly Member[]) {
  const sorted = members.toSorted((a, b) => a.name.localeCompare(b.name));
  const ofRole = (id: string | null) => sorted.filter(({ hoisted_role_id }) => hoisted_role_id === id);
  return [
    ...roles
      .filter((role) => role.hoist)
      .sort(byRank)
      .map(({ id, name }) => ({ id, name, members: ofRole(id) })),
    { id: 'rest', name: 'Members', members: ofRole(null) },
  ].filter((group) => group.members.length > 0);
}

function MemberRow({ member }: { member: Member }) {
  const client = useClient();
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => openProfile(client, member.id, currentTarget)}
      >
        <Avatar src={member.avatar_url} size={32} />
        <span className={styles.memberName} data-offline={member.online === false || undefined}>
          <AuthorName name={member.name} color={member.colour} bot={member.bot} />
          {member.activity ? <span className={styles.activity}>{member.activity}</span> : null}
          {member.online === false ? <Unseen>offline</Unseen> : null}
        </span>
        {member.owner ? (
          <span className={styles.crown} title="Server owner">
            <Crown size={14} aria-hidden="true" />
            <Unseen>Server owner</Unseen>
          </span>
        ) : null}
      </button>
    </li>
  );
}

/** Ids of the people who see a channel, asked again whenever something in the server changes. */
function useViewers(server: Server | null, channelId: string | undefined): ReadonlySet<string> | undefined {
  const client = useClient();
  const [known, setKnown] = useState<{ channelId: string; ids: ReadonlySet<string> }>();
  useEffect(() => {
    if (!server || !channelId) return undefined;
    let isWanted = true;
    void client
      .attempt(() => client.api.viewers(channelId))
      .then((answer) => {
        if (isWanted && answer) setKnown({ channelId, ids: new Set(answer.ids) });
      });
    return () => {
      isWanted = false;
    };
  }, [client, server, channelId]);
  return known?.channelId === channelId ? known?.ids : undefined;
}
