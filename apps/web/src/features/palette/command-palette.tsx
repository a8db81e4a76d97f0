import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../../components/ui/class-names.ts';
import modal from '../../components/ui/overlays/modal.module.css';
import { memberSearch, tagsQuery } from '../../lib/api/guild.queries.ts';
import { closeOpened, takeEarlyKeys } from '../../lib/keys/shortcuts.ts';
import { placeOf } from '../../lib/search/result-place.ts';
import { firstResultsQuery } from '../../lib/search/search.queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { useDebounced } from '../../lib/time/use-debounced.ts';
import { manageEntries } from '../../routes/manage-entries.ts';
import { type Command, findCommands, ticketNumber } from './commands.ts';
import styles from './palette.module.css';

/** Goes to a server, a page, a tag, a person's tickets or a ticket by its name. */
export function CommandPalette() {
  const t = useTranslations('palette');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const commands = useCommands();
  const ticket = useTicketCommand(typed);
  const people = usePeopleCommands(typed);
  const said = useSaidCommands(typed);
  const found = [...ticket, ...findCommands(commands, typed), ...people, ...said];
  const current = found[Math.min(marked, found.length - 1)];

  const run = (command: Command | undefined) => {
    if (!command) return;
    closeOpened();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && found.length) {
      event.preventDefault();
      const next = (found.indexOf(current ?? found[0]!) + step + found.length) % found.length;
      setMarked(next);
      document.getElementById(`${id}-${found[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(current);
    }
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeOpened()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={cx(modal.backdrop, styles.quick)} />
        <Dialog.Viewport className={cx(modal.viewport, styles.viewport)}>
          <Dialog.Popup className={cx(modal.modal, styles.quick)} aria-label={t('title')}>
            <div className={styles.search}>
              <Search aria-hidden="true" />
              <input
                className={styles.input}
                role="combobox"
                aria-expanded="true"
                aria-controls={`${id}-list`}
                aria-activedescendant={current ? `${id}-${current.id}` : undefined}
                aria-label={t('placeholder')}
                placeholder={t('placeholder')}
                autoComplete="off"
                value={typed}
                onFocus={() => {
                  const keys = takeEarlyKeys();
                  if (keys) setTyped(keys);
                }}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setMarked(0);
                }}
                onKeyDown={onKeyDown}
              />
            </div>
            <div id={`${id}-list`} role="listbox" aria-label={t('title')} className={styles.list}>
              {found.map((command) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled where the focus is, in the field above
                <div
                  key={command.id}
                  id={`${id}-${command.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={command === current}
                  className={styles.command}
                  onPointerMove={() => setMarked(found.indexOf(command))}
                  onClick={() => run(command)}
                >
                  <span className={styles.label}>{command.label}</span>
                  <span className={styles.detail}>{command.detail ?? t(command.kind)}</span>
                </div>
              ))}
            </div>
            {found.length === 0 ? (
              <p className={styles.none} role="status">
                {t('none')}
              </p>
            ) : null}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useCommands(): Command[] {
  const t = useTranslations('common.nav');
  const words = useTranslations('palette');
  const navigate = useNavigate();
  const { servers, here } = useServers();
  const tags = useQuery({ ...tagsQuery(here?.id ?? ''), enabled: here !== undefined });
  const pages = here ? manageEntries.filter((entry) => entry.level <= here.permission_level) : [];
  return [
    ...pages.map(
      (entry): Command => ({
        id: entry.label,
        kind: 'page',
        label: t(entry.label),
        detail: here?.name ?? '',
        run: () => void navigate({ to: entry.to, params: { guildId: here?.id ?? '' } }),
      }),
    ),
    ...Object.keys((here && tags.data) ?? {}).map(
      (tag): Command => ({
        id: `tag-${tag}`,
        kind: 'tag',
        label: tag,
        // A word to find tags by, as well.
        detail: words('tag'),
        run: () =>
          void navigate({
            to: '/manage/$guildId/tags',
            params: { guildId: here?.id ?? '' },
            search: { tag },
          }),
      }),
    ),
    ...servers.map(
      (server): Command => ({
        id: server.id,
        kind: 'server',
        label: server.name,
        run: () => void navigate({ to: '/manage/$guildId', params: { guildId: server.id } }),
      }),
    ),
    { id: 'servers', kind: 'page', label: t('servers'), run: () => void navigate({ to: '/' }) },
    { id: 'logout', kind: 'page', label: t('logout'), run: () => void navigate({ to: '/logout' }) },
  ];
}

/** A number may be a ticket of the open server; its page says when it is none. */
function useTicketCommand(typed: string): Command[] {
  const t = useTranslations('palette');
  const navigate = useNavigate();
  const { here } = useServers();
  const number = ticketNumber(typed);
  if (number === undefined || !here) return [];
  const params = { guildId: here.id, ticketId: String(number) };
  return [
    {
      id: 'ticket',
      kind: 'ticket',
      label: t('ticket_number', { id: String(number) }),
      detail: here.name,
      run: () => void navigate({ to: '/manage/$guildId/tickets/view/$ticketId', params }),
    },
  ];
}

/** As few letters as a person is looked for by; with fewer nearly everyone would be found. */
const PERSON_LETTERS_MIN = 2;
const PEOPLE_MAX = 5;
const SAID_LETTERS_MIN = 2;
const SAID_MAX = 5;

/** Members of the open server whose names begin with what was typed, once typing pauses: their closed tickets. */
function usePeopleCommands(typed: string): Command[] {
  const t = useTranslations('palette');
  const navigate = useNavigate();
  const { here } = useServers();
  const wanted = useDebounced(typed.trim(), 300);
  const { queryKey, search } = memberSearch(here?.id ?? '');
  const people = useQuery({
    queryKey: [...queryKey, wanted],
    queryFn: ({ signal }) => search(wanted, signal),
    enabled: here !== undefined && wanted.length >= PERSON_LETTERS_MIN && ticketNumber(wanted) === undefined,
    meta: { quiet: true },
  });
  if (!here || wanted !== typed.trim()) return [];
  return (people.data ?? []).slice(0, PEOPLE_MAX).map(
    ({ id, username, global_name }): Command => ({
      id: `person-${id}`,
      kind: 'person',
      label: global_name || username,
      detail: t('tickets_of', { username }),
      run: () =>
        void navigate({
          to: '/manage/$guildId/transcripts',
          params: { guildId: here.id },
          search: { user_id: id },
        }),
    }),
  );
}

/** A search for what was typed, and what it finds first. */
function useSaidCommands(typed: string): Command[] {
  const t = useTranslations('palette');
  const navigate = useNavigate();
  const { here } = useServers();
  const words = typed.trim();
  const asked = useDebounced(words, 300);
  const found = useQuery({
    ...firstResultsQuery(here?.id ?? '', asked),
    enabled: here !== undefined && asked.length >= SAID_LETTERS_MIN && ticketNumber(asked) === undefined,
  });
  if (!here || words.length < SAID_LETTERS_MIN || ticketNumber(words) !== undefined) return [];
  const results = asked === words ? (found.data?.results ?? []) : [];
  return [
    {
      id: 'search',
      kind: 'said',
      label: t('search_for', { words }),
      detail: here.name,
      run: () =>
        void navigate({ to: '/manage/$guildId/search', params: { guildId: here.id }, search: { q: words } }),
    },
    ...results.slice(0, SAID_MAX).map(
      (result, index): Command => ({
        id: `said-${index}`,
        kind: 'said',
        label: result.snippet.map(({ text }) => text).join('') || t('only_file'),
        detail: t('ticket_number', { id: String(result.ticket_id) }),
        run: () => void navigate(placeOf(here.id, result)),
      }),
    ),
  ];
}

/** The servers that one may go to, and the one that is open. */
function useServers() {
  const { guildId } = useParams({ strict: false });
  const servers = (useSession()?.guilds ?? []).filter((server) => server.permission_level > 0);
  return { servers, here: servers.find((server) => server.id === guildId) };
}
