import { discordProblem } from '@tickets/core/bots/discord-problem';
import { readWorkFigures } from '@tickets/core/doctor/figures';
import type { Context } from '@tickets/core/platform/context';
import { DatabaseSlowError, inTime } from '@tickets/core/platform/db/patience';
import type { Installation } from '@tickets/core/platform/processes/processes';
import { Gauge, type Registry } from 'prom-client';

/**
 * Gauges of what waits in the database, which `refresh` reads. While the database is away they have no values, and
 * `database_up` is 0.
 */
export function installWorkMetrics(
  registry: Registry,
  ctx: Pick<Context, 'db' | 'log' | 'discord'>,
  installation: () => Promise<Installation>,
): { refresh(): Promise<void> } {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge<L>({ name, help, labelNames, registers: [registry] });
  const jobs = gauge('jobs_due', 'Jobs that are due, by task.', 'task');
  const jobAge = gauge('jobs_oldest_due_seconds', 'How long the oldest of them has been due.', 'task');
  const failed = gauge('jobs_failed', 'Jobs that were given up after their last try, by task.', 'task');
  const effects = gauge('effects_due', 'What Discord has to follow and is due.');
  const effectAge = gauge('effects_oldest_due_seconds', 'How long the oldest of it has been due.');
  const deliveries = gauge('webhook_deliveries_due', 'What outgoing webhooks have to be sent and is due.');
  const deliveryAge = gauge('webhook_deliveries_oldest_due_seconds', 'How long the oldest has been due.');
  const backup = gauge('backup_last_success_age_seconds', 'Age of the last backup that succeeded.');
  const stored = gauge('storage_attachment_bytes', 'What members attached and is kept, in all servers.');
  const tickets = gauge('tickets_live', 'Tickets that are not closed, by status.', 'status');
  const problems = gauge(
    'discord_problem',
    'Why the bot is kept out of Discord: 1 for the reason, nothing while there is none.',
    'problem',
  );
  const up = gauge('database_up', '1 while the database answers.');
  const labelled = [jobs, jobAge, failed, tickets, problems];
  const single = [effects, effectAge, deliveries, deliveryAge, backup, stored];

  async function readAll(): Promise<void> {
    const [figures, statuses, { problem }] = await Promise.all([
      readWorkFigures(ctx.db),
      liveTickets(ctx),
      discordProblem(ctx, installation),
    ]);
    for (const { task, due, oldest_s } of figures.jobs) {
      jobs.set({ task }, due);
      jobAge.set({ task }, oldest_s);
    }
    for (const { task, count } of figures.failed_jobs) failed.set({ task }, count);
    effects.set(figures.effects.due);
    effectAge.set(figures.effects.oldest_s);
    deliveries.set(figures.deliveries.due);
    deliveryAge.set(figures.deliveries.oldest_s);
    // Without a backup there is no age: an alert asks whether the figure is absent.
    if (figures.backup_age_s !== null) backup.set(figures.backup_age_s);
    stored.set(figures.stored_bytes);
    if (problem) problems.set({ problem }, 1);
    for (const { status, count } of statuses) tickets.set({ status }, Number(count));
  }

  return {
    async refresh() {
      for (const one of labelled) one.reset();
      // A reset would set these to 0, which says that nothing waits.
      for (const one of single) one.remove();
      try {
        await inTime(readAll(), DatabaseSlowError, {});
        up.set(1);
      } catch (err) {
        // /readyz logs that the database is away; the other figures are wanted most then.
        ctx.log.debug({ err }, 'figures of the database are left out');
        up.set(0);
      }
    },
  };
}

const liveTickets = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('tickets')
    .where('status', '<>', 'closed')
    .select(({ fn }) => ['status', fn.countAll<string>().as('count')])
    .groupBy('status')
    .execute();
