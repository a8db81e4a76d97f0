import {
  addIntegration,
  listAvailable,
  listDeliveries,
  listPlaceholders,
  readAddedState,
  removeIntegration,
  saveSecrets,
} from '@tickets/core/integrations/added';
import {
  createIntegration,
  deleteIntegration,
  listOwnIntegrations,
  publishIntegration,
  readOwnDeliveries,
  readOwnIntegration,
  updateIntegration,
  viewIntegration,
} from '@tickets/core/integrations/own';
import { approveIntegration, listReviews, refuseIntegration } from '@tickets/core/integrations/review';
import { tryIntegration } from '@tickets/core/integrations/try';
import { type ApiParts, mount } from '../http/mount.ts';

export function integrationRoutes(parts: ApiParts): void {
  const { ctx, sessions } = parts;

  mount(parts, 'integrations.own', ({ session }) => listOwnIntegrations(ctx, session.user_id));

  mount(parts, 'integrations.view', ({ session, params }) =>
    viewIntegration(
      ctx,
      { user_id: session.user_id, told: () => sessions.toldServers(session) },
      params.integration_id,
    ),
  );

  mount(parts, 'integrations.detail', ({ session, params }) =>
    readOwnIntegration(ctx, session.user_id, params.integration_id),
  );

  mount(parts, 'integrations.create', ({ session, body }) => createIntegration(ctx, session.user_id, body));

  mount(parts, 'integrations.update', ({ session, params, body }) =>
    updateIntegration(ctx, session.user_id, { ...body, ...params }),
  );

  mount(parts, 'integrations.delete', async ({ session, params }) => {
    await deleteIntegration(ctx, session.user_id, params.integration_id);
    return undefined;
  });

  mount(parts, 'integrations.publish', async ({ session, params }) => {
    await publishIntegration(ctx, session.user_id, params.integration_id);
    return undefined;
  });

  mount(parts, 'integrations.try', ({ session, body }) => tryIntegration(ctx, session.user_id, body));

  mount(parts, 'integrations.own_deliveries', ({ session, params }) =>
    readOwnDeliveries(ctx, session.user_id, params.integration_id),
  );

  mount(parts, 'integrations.available', ({ params, query, call }) =>
    listAvailable(call, params.guild_id, query.page),
  );

  mount(parts, 'integrations.placeholders', ({ params, call }) => listPlaceholders(call, params.guild_id));

  mount(parts, 'integrations.state', ({ params, call }) => readAddedState(call, params));

  mount(parts, 'integrations.add', async ({ params, body, call }) => {
    await addIntegration(call, { ...params, ...body });
    return undefined;
  });

  mount(parts, 'integrations.save_secrets', async ({ params, body, call }) => {
    await saveSecrets(call, { ...params, ...body });
    return undefined;
  });

  mount(parts, 'integrations.remove', async ({ params, call }) => {
    await removeIntegration(call, params);
    return undefined;
  });

  mount(parts, 'integrations.deliveries', ({ params, call }) => listDeliveries(call, params));

  mount(parts, 'integrations.reviews', ({ product }) => listReviews(product));

  mount(parts, 'integrations.approve', async ({ params, body, product }) => {
    await approveIntegration(product, { ...params, ...body });
    return undefined;
  });

  mount(parts, 'integrations.refuse', async ({ params, body, product }) => {
    await refuseIntegration(product, { ...params, ...body });
    return undefined;
  });
}
