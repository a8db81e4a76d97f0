import { readFirstSteps, takeFirstStep } from '@tickets/core/setup/first-steps';
import { type ApiParts, mount } from '../http/mount.ts';

export function setupRoutes(parts: ApiParts): void {
  mount(parts, 'setup.first_steps', ({ params, call }) => readFirstSteps(call, params.guild_id));

  mount(parts, 'setup.take_step', ({ params, call }) => takeFirstStep(call, params.guild_id, params.step));
}
