import type {
  IntegrationDetail,
  IntegrationView,
  ListedIntegration,
  OwnIntegration,
} from '@tickets/contract/integrations/integrations';

const common = {
  id: 3,
  owner_id: '5',
  name: 'Ranks',
  description: 'Tells the rank of whoever opens a ticket.',
  image_url: null,
  privacy_policy_url: null,
  public: false,
  approved: false,
  webhook_url: 'https://ranks.test',
};

/** For tests: one of the person's own. */
export const sampleIntegration = (more: Partial<OwnIntegration> = {}): OwnIntegration => ({
  ...common,
  review: 'private',
  refusal: null,
  guild_count: 0,
  ...more,
});

export const listed = (more: Partial<ListedIntegration> = {}): ListedIntegration => ({
  ...common,
  author: { id: '5', username: 'mia', discriminator: '0', global_name: 'Mia', avatar: '' },
  guild_count: 1,
  added: false,
  needs_secrets: false,
  ...more,
});

export const viewed = (more: Partial<IntegrationView> = {}): IntegrationView => ({
  ...common,
  placeholders: [{ id: 1, integration_id: 3, name: 'rank' }],
  secrets: [],
  ...more,
});

export const detailed = (more: Partial<IntegrationDetail> = {}): IntegrationDetail => ({
  ...common,
  owner_id: '9',
  webhook_url: 'https://ranks.test/hook',
  http_method: 'GET',
  validation_url: null,
  review: 'private',
  refusal: null,
  placeholders: [{ id: 1, integration_id: 3, name: 'rank', json_path: 'user.rank' }],
  headers: [{ id: 2, integration_id: 3, name: 'X-Key', value: '%api_key%' }],
  secrets: [{ id: 4, integration_id: 3, name: 'api_key', description: 'Your key' }],
  ...more,
});
