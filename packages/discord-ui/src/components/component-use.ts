import { type ComponentType, createContext } from 'react';
import type { DiscordComponent, MentionNames } from '../types.ts';

export interface ComponentProps {
  component: DiscordComponent;
  mentions?: MentionNames | undefined;
}

/** How components of some types are drawn, by Discord's number of the type. */
export type Drawers = Readonly<Record<number, ComponentType<ComponentProps>>>;

/**
 * What the buttons and menus below are: pictures of what members will see, as in a preview; parts of a sent message that
 * work elsewhere and are drawn as what cannot be pressed here; or what is drawn in their place, such as live ones.
 */
export type ComponentUse = 'picture' | 'inert' | Drawers;

export const ComponentUseContext = createContext<ComponentUse>('picture');
