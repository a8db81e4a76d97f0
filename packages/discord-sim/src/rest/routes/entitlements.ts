import { EntitlementType } from 'discord-api-types/v10';
import { DiscordError, unknownThing } from '../../errors.ts';
import type { SimEntitlement } from '../../world/entities.ts';
import { createTestEntitlement, deleteEntitlement } from '../../world/entitlements.ts';
import { type Call, fieldsOf, param, type Route } from '../call.ts';
import { Form } from '../validate/form.ts';

const all = '/applications/:application_id/entitlements';
const one = `${all}/:entitlement_id`;
const MAX = 100;

/** What an application sells, and who has it. */
export const entitlementRoutes: Route[] = [
  { method: 'GET', path: all, access: 'bot', handle: list },
  { method: 'GET', path: one, access: 'bot', handle: (call) => theEntitlement(call) },
  { method: 'POST', path: all, access: 'bot', handle: createTest },
  { method: 'DELETE', path: one, access: 'bot', handle: deleteTest },
];

function ownApplication({ actor, ...call }: Call): string {
  const id = param({ actor, ...call }, 'application_id');
  if (actor.kind !== 'bot' || actor.applicationId !== id)
    throw new DiscordError(403, 20012, 'You are not authorized to perform this action on this application');
  return id;
}

/** By id: the latest before `before`, or the first after `after`; without either, the latest. */
function list(call: Call): SimEntitlement[] {
  const { world, query } = call;
  const form = new Form();
  const limit = form.integer(query.limit, 'limit', { min: 1, max: MAX }) ?? MAX;
  form.done();
  const now = world.clock.now();
  const skus = query.sku_ids?.split(',');
  const found = world.entitlements
    .in('application', ownApplication(call))
    .filter((row) => !(row.deleted && isTrue(query.exclude_deleted, true)))
    .filter((row) => !(row.ends_at && Date.parse(row.ends_at) <= now && isTrue(query.exclude_ended, false)))
    .filter((row) => !skus || skus.includes(row.sku_id))
    .filter((row) => !query.user_id || row.user_id === query.user_id)
    .filter((row) => !query.guild_id || row.guild_id === query.guild_id)
    .filter((row) => !query.before || BigInt(row.id) < BigInt(query.before))
    .filter((row) => !query.after || BigInt(row.id) > BigInt(query.after))
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  return query.after ? found.slice(0, limit) : found.slice(-limit);
}

const isTrue = (flag: string | undefined, usual: boolean): boolean =>
  flag === undefined ? usual : ['true', '1', 'True'].includes(flag);

function theEntitlement(call: Call): SimEntitlement {
  const application = ownApplication(call);
  const found = call.world.entitlements.get(param(call, 'entitlement_id'));
  if (!found || found.deleted || found.application_id !== application) throw unknownThing('entitlement');
  return found;
}

/** A partial entitlement: of a test's there is no beginning and no end to tell. */
function createTest(call: Call): Partial<SimEntitlement> {
  const application = ownApplication(call);
  const { world } = call;
  const given = fieldsOf(call.body);
  const form = new Form();
  const owner_id = form.text(given.owner_id, 'owner_id', { max: 20, required: true }) ?? '';
  const sku_id = form.text(given.sku_id, 'sku_id', { max: 20, required: true }) ?? '';
  if (given.owner_type === undefined) form.missing('owner_type');
  const owner_type = form.integer(given.owner_type, 'owner_type', { min: 1, max: 2 });
  form.done();
  const sku = world.skus.get(sku_id);
  if (!sku || sku.application_id !== application) throw unknownThing('sku');
  if (owner_type === 1 ? !world.guilds.has(owner_id) : !world.users.has(owner_id))
    throw unknownThing(owner_type === 1 ? 'guild' : 'user');
  if (sku.owner_type !== owner_type)
    form.fail('owner_type', 'BASE_TYPE_CHOICES', 'This SKU is not for such an owner.');
  form.done();
  const owner = owner_type === 1 ? { guild_id: owner_id } : { user_id: owner_id };
  const { starts_at: _, ends_at: __, ...made } = createTestEntitlement(world, sku, owner);
  return made;
}

function deleteTest(call: Call): void {
  const found = theEntitlement(call);
  if (found.type !== EntitlementType.TestModePurchase) throw unknownThing('entitlement');
  deleteEntitlement(call.world, found);
}
