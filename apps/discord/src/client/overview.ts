import type { Overview } from '../simulator/types.ts';
import type { Client } from './client.ts';

export function takeOverview(client: Client, { me, people, servers, directs, joinable }: Overview): void {
  client.set({ me, people, servers, directs, joinable });
}
