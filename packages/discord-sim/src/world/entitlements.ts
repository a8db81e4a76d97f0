import { EntitlementType, GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { isoTime } from './clock.ts';
import type { SimEntitlement, SimSku } from './entities.ts';
import type { World } from './world.ts';

/** Who has something: one server, bought for it by a person, or a person for themselves. */
export interface Owner {
  guild_id?: string;
  user_id?: string;
}

export function addSku(
  world: World,
  input: Omit<SimSku, 'id' | 'name'> & Partial<Pick<SimSku, 'id' | 'name'>>,
): SimSku {
  return world.skus.put({ name: 'Premium', id: world.newId(), ...input });
}

/** Somebody subscribes. Until the subscription has ended nobody is told when it will: that is null. */
export function subscribe(world: World, sku: SimSku, owner: Owner): SimEntitlement {
  return create(world, {
    ...ownedBy(sku, owner),
    id: world.newId(),
    sku_id: sku.id,
    application_id: sku.application_id,
    type: EntitlementType.ApplicationSubscription,
    starts_at: isoTime(world.clock.now()),
    ends_at: null,
  });
}

/** The application gives it to try what it does; it never ends by itself. */
export function createTestEntitlement(world: World, sku: SimSku, owner: Owner): SimEntitlement {
  return create(world, {
    ...ownedBy(sku, owner),
    id: world.newId(),
    sku_id: sku.id,
    application_id: sku.application_id,
    type: EntitlementType.TestModePurchase,
    starts_at: null,
    ends_at: null,
  });
}

/** The subscription has ended: told when it has, not before. */
export function endEntitlement(world: World, before: SimEntitlement): SimEntitlement {
  const ended = world.entitlements.put({ ...before, ends_at: isoTime(world.clock.now()) });
  tell(world, Event.EntitlementUpdate, ended);
  return ended;
}

/** Discord takes it back, as after a refund. It is not given out any more. */
export function deleteEntitlement(world: World, entitlement: SimEntitlement): void {
  world.transact(() => {
    const deleted = world.entitlements.put({ ...entitlement, deleted: true });
    tell(world, Event.EntitlementDelete, deleted);
  });
}

/** A server's subscription names its buyer, too. */
function ownedBy({ owner_type }: SimSku, { guild_id, user_id }: Owner): Owner {
  return { ...(user_id && { user_id }), ...(owner_type === 1 && guild_id && { guild_id }) };
}

function create(world: World, entitlement: Omit<SimEntitlement, 'deleted' | 'consumed'>): SimEntitlement {
  return world.transact(() => {
    const made = world.entitlements.put({ ...entitlement, deleted: false, consumed: false });
    tell(world, Event.EntitlementCreate, made);
    return made;
  });
}

function tell(world: World, t: string, entitlement: SimEntitlement): void {
  world.emit({
    t,
    audience: { to: 'application', applicationId: entitlement.application_id },
    data: () => entitlement,
  });
}
