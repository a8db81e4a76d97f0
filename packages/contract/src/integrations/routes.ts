import { z } from 'zod';
import { PageNumber } from '../platform/page-number.ts';
import { GuildPath, minute, type Route, second } from '../platform/route.ts';
import { RowId } from '../platform/row-id.ts';
import {
  AddedPlaceholder,
  ApprovalInput,
  Delivery,
  IntegrationDetail,
  IntegrationInput,
  IntegrationReview,
  IntegrationState,
  IntegrationView,
  ListedIntegration,
  OwnIntegration,
  RefusalInput,
  SecretsInput,
  Trial,
  TrialInput,
} from './integrations.ts';

const IntegrationPath = z.object({ integration_id: RowId });
const AddedPath = GuildPath.extend(IntegrationPath.shape);

/** Each calls a server that is not ours. */
const outboundLimits = [
  { per: 'user', max: 10, period_ms: minute, why: 'Each calls the server of somebody else.' },
  { per: 'user', max: 30, period_ms: 30 * minute, why: 'Each calls the server of somebody else.' },
] as const;

export const integrationRoutes = {
  'integrations.own': {
    summary: 'The integrations that the user made.',
    subject: 'Integrations',
    access: 'user',
    answers: { 200: z.array(OwnIntegration) },
  },
  'integrations.available': {
    summary:
      'A page of the integrations that the server has, that everybody can add, and that the user made: those of the server first, then those that most servers have.',
    subject: 'Integrations',
    access: 'integration.list',
    params: GuildPath,
    query: z.object({ page: PageNumber }),
    answers: { 200: z.array(ListedIntegration) },
  },
  'integrations.view': {
    summary: 'What an integration does, for anyone who can add it or administers a server that has it.',
    subject: 'Integrations',
    access: 'user',
    params: IntegrationPath,
    answers: { 200: IntegrationView },
  },
  'integrations.detail': {
    summary: 'All of an integration, for who made it.',
    subject: 'Integrations',
    access: 'user',
    params: IntegrationPath,
    answers: { 200: IntegrationDetail },
  },
  'integrations.create': {
    summary: 'Makes an integration that its creator alone can add.',
    subject: 'Integrations',
    access: 'user',
    limits: [{ per: 'user', max: 10, period_ms: minute, why: 'Each makes a row that is kept.' }],
    body: IntegrationInput,
    answers: { 200: IntegrationDetail },
  },
  'integrations.update': {
    summary: 'Changes an integration. A secret that is left out is forgotten in all servers.',
    subject: 'Integrations',
    access: 'user',
    params: IntegrationPath,
    body: IntegrationInput,
    answers: { 200: IntegrationDetail },
  },
  'integrations.delete': {
    summary: 'Deletes an integration, in all servers.',
    subject: 'Integrations',
    access: 'user',
    params: IntegrationPath,
    answers: { 204: null },
  },
  'integrations.publish': {
    summary: 'Asks for an integration to be offered to everybody. Administrators of the product decide.',
    subject: 'Integrations',
    access: 'user',
    params: IntegrationPath,
    answers: { 204: null },
  },
  'integrations.try': {
    summary: 'Calls an integration as a ticket of the user would, and says what came of it. Nothing is kept.',
    subject: 'Integrations',
    access: 'user',
    limits: outboundLimits,
    body: TrialInput,
    answers: { 200: Trial },
  },
  'integrations.own_deliveries': {
    summary: 'The last calls of an integration, in all servers, the newest first, for who made it.',
    subject: 'Integrations',
    access: 'user',
    params: IntegrationPath,
    answers: { 200: z.array(Delivery) },
  },
  'integrations.placeholders': {
    summary: 'What the integrations of the server add to its welcome messages.',
    subject: 'Integrations',
    access: 'integration.list',
    params: GuildPath,
    answers: { 200: z.array(AddedPlaceholder) },
  },
  'integrations.state': {
    summary: 'Whether the server has an integration, and which of its secrets it has yet to enter.',
    subject: 'Integrations',
    access: 'integration.list',
    params: AddedPath,
    answers: { 200: IntegrationState },
  },
  'integrations.add': {
    summary: 'Adds an integration to the server, with the values of its secrets.',
    subject: 'Integrations',
    access: 'integration.add',
    limits: [
      ...outboundLimits,
      {
        per: 'guild',
        max: 10,
        period_ms: minute,
        why: 'Each calls the server of somebody else, in the name of this server.',
      },
      {
        per: 'guild',
        max: 30,
        period_ms: 30 * minute,
        why: 'Each calls the server of somebody else, in the name of this server.',
      },
    ],
    params: AddedPath,
    body: SecretsInput,
    answers: { 204: null },
  },
  'integrations.save_secrets': {
    summary: 'Gives the secrets of an integration of the server other values: all of them.',
    subject: 'Integrations',
    access: 'integration.update',
    limits: outboundLimits,
    params: AddedPath,
    body: SecretsInput,
    answers: { 204: null },
  },
  'integrations.remove': {
    summary: 'Removes an integration from the server, with the values of its secrets.',
    subject: 'Integrations',
    access: 'integration.remove',
    params: AddedPath,
    answers: { 204: null },
  },
  'integrations.deliveries': {
    summary: 'The last calls of an integration of the server, the newest first.',
    subject: 'Integrations',
    access: 'integration.list',
    limits: [{ per: 'user', max: 20, period_ms: 10 * second, why: 'Each reads a log.' }],
    params: AddedPath,
    answers: { 200: z.array(Delivery) },
  },
  'integrations.reviews': {
    summary:
      'The integrations that wait to be made public, the one that waits longest first, and then those that are public.',
    subject: 'Integrations',
    access: 'integration.review',
    answers: { 200: z.array(IntegrationReview) },
  },
  'integrations.approve': {
    summary: 'Lets everybody add an integration.',
    subject: 'Integrations',
    access: 'integration.review',
    params: IntegrationPath,
    body: ApprovalInput,
    answers: { 204: null },
  },
  'integrations.refuse': {
    summary:
      'Refuses to make an integration public, or ends that it is, and tells its creator why. Servers that have it keep it.',
    subject: 'Integrations',
    access: 'integration.review',
    params: IntegrationPath,
    body: RefusalInput,
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
