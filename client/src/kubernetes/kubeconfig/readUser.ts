/** Reads a user entry of a kubeconfig with all its authentication methods. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { omitUndefined, isJsonObject, getString } from '#core/common/json.ts';
import type { ExecEntry, Impersonation, UserEntry } from './entries.ts';
import { InvalidFieldError, missingField, type FieldReader } from './fieldReader.ts';
import { material } from './readMaterial.ts';

/** Valid names of environment variables. Other names could mislead the user in the confirmation prompt. */
const variableName = /^[A-Za-z_][\w.-]*$/;

/** Reads a user entry. Throws `InvalidFieldError`. */
export function readUser(name: string, fields: FieldReader, folder: string): UserEntry {
  const tokenFile = fields.text('tokenFile');
  const exec = fields.below('exec');
  return {
    name,
    ...omitUndefined({
      token: fields.text('token'),
      tokenFile: tokenFile === undefined ? undefined : path.resolve(folder, tokenFile),
      username: fields.text('username'),
      password: fields.text('password'),
      certificate: material(fields, 'client-certificate', folder),
      key: material(fields, 'client-key', folder),
      impersonate: readImpersonation(fields),
      exec: exec === undefined ? undefined : readExec(exec, folder),
      authProvider: readProvider(fields.below('auth-provider'), folder),
    }),
  };
}

function readImpersonation(fields: FieldReader): Impersonation | undefined {
  const user = fields.text('as');
  const uid = fields.text('as-uid');
  const groups = fields.texts('as-groups');
  const extraFields = fields.below('as-user-extra');
  const extra = Object.fromEntries((extraFields?.names ?? []).map((name) => [name, extraFields?.texts(name) ?? []]));
  if (user === undefined && uid === undefined && groups.length === 0 && Object.keys(extra).length === 0)
    return undefined;
  return { groups, extra, ...omitUndefined({ user, uid }) };
}

function readExec(fields: FieldReader, folder: string): ExecEntry {
  const command = fields.text('command');
  if (command === undefined) throw new InvalidFieldError(missingField('user.exec.command'));
  const env = fields.list('env').map((item) => {
    const name = getString(item, 'name');
    if (!isJsonObject(item) || name === undefined || name === '')
      throw new InvalidFieldError(missingField('user.exec.env[].name'));
    if (!variableName.test(name))
      throw new InvalidFieldError(l10n.t`user.exec.env contains an invalid environment variable name`);
    return { name, value: getString(item, 'value') ?? '' };
  });
  return {
    // Like client-go: searches PATH for a command without a path separator.
    command: command.includes('/') || command.includes(path.sep) ? path.resolve(folder, command) : command,
    args: fields.texts('args'),
    env,
    apiVersion: fields.text('apiVersion') ?? '',
    provideClusterInfo: fields.flag('provideClusterInfo') ?? false,
    ...omitUndefined({ interactiveMode: fields.text('interactiveMode') }),
    folder,
  };
}

function readProvider(fields: FieldReader | undefined, folder: string): UserEntry['authProvider'] {
  if (fields === undefined) return undefined;
  const name = fields.text('name');
  if (name === undefined) throw new InvalidFieldError(missingField('user.auth-provider.name'));
  const configFields = fields.below('config');
  const config = Object.fromEntries((configFields?.names ?? []).map((key) => [key, configFields?.text(key) ?? '']));
  const authority = config['idp-certificate-authority'] ?? '';
  return {
    name,
    config: authority === '' ? config : { ...config, 'idp-certificate-authority': path.resolve(folder, authority) },
  };
}
