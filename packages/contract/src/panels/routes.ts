import { z } from 'zod';
import { GuildPath, Ok, type Route, second } from '../platform/route.ts';
import { RowId } from '../platform/row-id.ts';
import { MultiPanelAnswer, MultiPanelChange, MultiPanelInput, MultiPanelList } from './multi-panels.ts';
import { Panel, PanelChange, PanelCreated, PanelInput } from './panels.ts';

const PanelPath = GuildPath.extend({ panel_id: RowId });
const MultiPanelPath = GuildPath.extend({ multi_panel_id: RowId });

export const panelRoutes = {
  'panels.list': {
    summary: 'Ticket panels of the server, oldest first.',
    subject: 'Panels',
    access: 'panel.list',
    params: GuildPath,
    answers: { 200: z.array(Panel) },
  },
  'panels.create': {
    summary: 'Creates a panel and posts its message.',
    subject: 'Panels',
    access: 'panel.create',
    params: GuildPath,
    body: PanelInput,
    answers: { 200: PanelCreated },
  },
  'panels.update': {
    summary: 'Changes a panel, and its message. Keys that are absent keep their values.',
    subject: 'Panels',
    access: 'panel.update',
    params: PanelPath,
    body: PanelChange,
    answers: { 200: Ok },
  },
  'panels.resend': {
    summary: "Posts a panel's message anew and deletes the one before.",
    subject: 'Panels',
    access: 'panel.resend',
    limits: [
      {
        per: 'guild',
        max: 5,
        period_ms: 5 * second,
        why: 'Each asks Discord, whose limits for one server its staff share.',
      },
    ],
    params: PanelPath,
    answers: { 200: Ok },
  },
  'panels.remove': {
    summary: 'Deletes a panel and its message.',
    subject: 'Panels',
    access: 'panel.delete',
    params: PanelPath,
    answers: { 200: Ok },
  },
  'multi_panels.list': {
    summary: 'Multi-panels of the server, oldest first.',
    subject: 'Multi-panels',
    access: 'multi_panel.list',
    params: GuildPath,
    answers: { 200: MultiPanelList },
  },
  'multi_panels.create': {
    summary: 'Creates a multi-panel and posts its message.',
    subject: 'Multi-panels',
    access: 'multi_panel.create',
    params: GuildPath,
    body: MultiPanelInput,
    answers: { 200: MultiPanelAnswer },
  },
  'multi_panels.update': {
    summary: 'Changes a multi-panel, and its message. Keys that are absent keep their values.',
    subject: 'Multi-panels',
    access: 'multi_panel.update',
    params: MultiPanelPath,
    body: MultiPanelChange,
    answers: { 200: MultiPanelAnswer },
  },
  'multi_panels.resend': {
    summary: "Posts a multi-panel's message anew and deletes the one before.",
    subject: 'Multi-panels',
    access: 'multi_panel.resend',
    limits: [
      {
        per: 'guild',
        max: 5,
        period_ms: 5 * second,
        why: 'Each asks Discord, whose limits for one server its staff share.',
      },
    ],
    params: MultiPanelPath,
    answers: { 200: Ok },
  },
  'multi_panels.remove': {
    summary: 'Deletes a multi-panel and its message. Its panels stay.',
    subject: 'Multi-panels',
    access: 'multi_panel.delete',
    params: MultiPanelPath,
    answers: { 200: Ok },
  },
} as const satisfies Record<string, Route>;
