import type { APIMessage } from 'discord-api-types/v10';

/** Any component, of messages and forms alike, seen as a tree. */
export interface ComponentNode {
  type: number;
  custom_id?: string;
  components?: ComponentNode[];
  component?: ComponentNode;
  accessory?: ComponentNode;
  [key: string]: unknown;
}

/** Every component below and including the given ones, top to bottom. */
export function* walkComponents(nodes: readonly ComponentNode[]): Generator<ComponentNode> {
  for (const node of nodes) {
    yield node;
    if (node.components) yield* walkComponents(node.components);
    if (node.accessory) yield* walkComponents([node.accessory]);
    if (node.component) yield* walkComponents([node.component]);
  }
}

export function findComponent(
  components: NonNullable<APIMessage['components']> | readonly ComponentNode[],
  customId: string,
): ComponentNode | undefined {
  // Discord's union has no common index; as a tree every member fits.
  for (const node of walkComponents(components as readonly ComponentNode[])) {
    if (node.custom_id === customId) return node;
  }
  return undefined;
}
