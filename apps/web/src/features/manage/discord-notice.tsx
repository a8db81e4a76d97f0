import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call } from '../../lib/api/api.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';

const EVERY_MS = 60_000;

const DiscordProblemBanner = lazy(async () => {
  const [module] = await Promise.all([import('./discord-problem.tsx'), loadMessages('connection')]);
  return { default: module.DiscordProblemBanner };
});

const GoneTargetsBanner = lazy(async () => {
  const [module] = await Promise.all([import('./discord-problem.tsx'), loadMessages('connection')]);
  return { default: module.GoneTargetsBanner };
});

/** Tells administrators as long as Discord keeps the bot out. */
export function DiscordNotice() {
  const guild_id = useGuildId();
  const { data } = useQuery({
    queryKey: ['guild', guild_id, 'discord'],
    queryFn: ({ signal }) => call('guild.discord', { params: { guild_id } }, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  });
  if (!data?.problem && !data?.gone.length) return null;
  return (
    <Suspense>
      {data.problem && <DiscordProblemBanner problem={data.problem} until={data.until} />}
      {data.gone.length > 0 && <GoneTargetsBanner gone={data.gone} />}
    </Suspense>
  );
}
