import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { TranscriptMessage } from '@tickets/contract/transcripts/transcripts';
import { eachPausing } from '@tickets/core/platform/async/breather';
import { type InTurn, Turns } from '@tickets/core/platform/async/turns';
import { CallerGoneError } from '@tickets/core/platform/db/patience';
import { networkOf } from '@tickets/core/platform/net/network';
import { drawingTurn } from '@tickets/core/transcripts/forms/draw';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { whenOver } from './when-over.ts';

/** An answer whose `messages` come in batches. `answer` is the rest of it, with none of them. */
export interface LongAnswer<Answer> {
  answer: Answer;
  messages: AsyncIterable<TranscriptMessage[]>;
}

/** How many of them are under way at once, for one person and for one address. */
const eachMax = { staff: 4, member: 4, stranger: 8 } as const;
type Kind = keyof typeof eachMax;
/** Of each kind. One holds a batch or two in memory, some hundred kilobytes. */
const kindMax = 64;
/** While one reads the database, another is written down. */
const atOnce = 2;

/**
 * Long answers, such as a transcript of thousands of messages, are read, written down and sent a batch at a time, as their
 * readers take them. Staff of any server, members, and strangers by address take turns.
 */
export class LongAnswers {
  readonly #turns = new Turns(atOnce);
  readonly #open = new Map<string, number>();

  /** Refuses who has too many under way. The place is free again when the answer has gone, or its reader. */
  enter(request: FastifyRequest, reply: FastifyReply): InTurn {
    const [kind, person] = readerOf(request);
    const key = `${kind}:${person}`;
    if (this.#count(key) >= eachMax[kind] || this.#count(kind) >= kindMax) {
      reply.header('retry-after', 1);
      throw new AppError('request.rate_limited');
    }
    for (const one of [key, kind]) this.#open.set(one, this.#count(one) + 1);
    let isGone = false;
    whenOver(reply, () => {
      isGone = true;
      for (const one of [key, kind])
        if (this.#count(one) > 1) this.#open.set(one, this.#count(one) - 1);
        else this.#open.delete(one);
    });
    const inTurn = this.#turns.of(kind, person);
    // Nothing more is read for who has gone, so that their place is free in truth.
    return (work) =>
      inTurn(() => {
        if (isGone) throw new CallerGoneError();
        return work();
      });
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}

/** Whose turn it is to have an answer drawn, and whether its reader is there still. */
export function drawnFor(
  request: FastifyRequest,
  reply: FastifyReply,
): { inTurn: InTurn; signal: AbortSignal } {
  const gone = new AbortController();
  whenOver(reply, () => gone.abort());
  const guild_id = request.admitted?.call?.caller.access.guild_id ?? '';
  return { inTurn: drawingTurn(guild_id, ...readerOf(request)), signal: gone.signal };
}

function readerOf({ admitted, ip }: FastifyRequest): [Kind, string] {
  if (!admitted?.session) return ['stranger', networkOf(ip)];
  const level = admitted.call?.caller.access.level ?? PermissionLevel.none;
  return [level >= PermissionLevel.support ? 'staff' : 'member', admitted.session.user_id];
}

export function isLong<Answer>(body: Answer | LongAnswer<Answer>): body is LongAnswer<Answer> {
  return typeof body === 'object' && body !== null && 'answer' in body && 'messages' in body;
}

const place = '"messages":[]';

/** The answer as JSON, as it would be written at once. */
export function streamOf(rest: unknown, messages: AsyncIterable<TranscriptMessage[]>): Readable {
  const text = JSON.stringify(rest);
  // In a text its quotes would be escaped.
  const at = text.indexOf(place) + place.length - 1;
  const written = pieces(text.slice(0, at), messages, text.slice(at));
  // What is read for it is read in the patience of the request, whatever the event by which the reader wants more.
  const inRequest = AsyncLocalStorage.snapshot();
  return Readable.from(
    {
      [Symbol.asyncIterator]: () => ({
        next: () => inRequest(() => written.next()),
        return: () => inRequest(() => written.return()),
      }),
    },
    { objectMode: false },
  );
}

async function* pieces(
  begin: string,
  messages: AsyncIterable<TranscriptMessage[]>,
  end: string,
): AsyncGenerator<string, void> {
  yield begin;
  let comma = '';
  for await (const batch of messages) {
    if (!batch.length) continue;
    const written = await eachPausing(batch, (message) => JSON.stringify(TranscriptMessage.parse(message)));
    yield comma + written.join(',');
    comma = ',';
  }
  yield end;
}
