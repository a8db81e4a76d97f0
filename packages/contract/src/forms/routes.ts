import { z } from 'zod';
import { Version } from '../audit/audit.ts';
import { GuildPath, hour, Ok, type Route } from '../platform/route.ts';
import { RowId } from '../platform/row-id.ts';
import { Form, FormInputsSave, FormRename, FormTitleInput } from './forms.ts';

const FormPath = GuildPath.extend({ form_id: RowId });

export const formRoutes = {
  'forms.list': {
    summary: 'Forms of the server with their inputs, oldest first.',
    subject: 'Forms',
    access: 'form.list',
    params: GuildPath,
    answers: { 200: z.array(Form) },
  },
  'forms.create': {
    summary: 'Creates a form without inputs.',
    subject: 'Forms',
    access: 'form.create',
    limits: [{ per: 'user', max: 30, period_ms: hour, why: 'Each makes a row that is kept.' }],
    params: GuildPath,
    body: FormTitleInput,
    answers: { 200: Form },
  },
  'forms.rename': {
    summary: 'Gives a form another title.',
    subject: 'Forms',
    access: 'form.update',
    limits: [{ per: 'user', max: 30, period_ms: hour, why: 'Each is a line in the audit log.' }],
    params: FormPath,
    body: FormRename,
    answers: { 200: Ok.extend({ version: Version }) },
  },
  'forms.remove': {
    summary: 'Deletes a form. Panels that used it have none from then on.',
    subject: 'Forms',
    access: 'form.delete',
    params: FormPath,
    answers: { 200: Ok },
  },
  'forms.save_inputs': {
    summary: 'Saves all inputs of a form at once: new ones, changed ones, and the ids of those that go.',
    subject: 'Forms',
    access: 'form.update',
    params: FormPath,
    body: FormInputsSave,
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
