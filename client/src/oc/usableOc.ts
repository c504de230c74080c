/** Finds `oc` for this window and reads its version. Works only in a trusted workspace. */
import * as l10n from '@vscode/l10n';
import process from 'node:process';
import { workspace } from 'vscode';
import { fail, type Result } from '#core/common/result.ts';
import type { Clock } from '../kubernetes/clock.ts';
import { findHomeFolder, findWorkingFolder } from '../processes/homeFolder.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import { findOc, type OcNotFound } from './findOc.ts';
import type { OcProgram } from './oc.ts';
import { askVersion } from './ocVersion.ts';

/**
 * Reason why `oc` can't be used. `untrusted`: the workspace is in Restricted Mode, where nothing runs. `unnamed`: the
 * cluster isn't in a kubeconfig file that `oc` could use.
 */
export interface OcUnusable {
  readonly why: OcNotFound['why'] | 'untrusted' | 'broken' | 'unnamed';
  /** Message for the user: the reason and, if possible, what to do. */
  readonly message: string;
}

/** Finds `oc` and runs `oc version --client`, which doesn't contact a cluster. */
export async function usableOc({
  settings,
  clock,
}: {
  readonly settings: ExtensionSettings;
  readonly clock: Clock;
}): Promise<Result<OcProgram, OcUnusable>> {
  if (!workspace.isTrusted)
    return fail({
      why: 'untrusted',
      message: l10n.t`Commands can't run in Restricted Mode. Trust this workspace first.`,
    });
  const never = (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
  const found = await findOc({ setting: settings.ocPath(), env: process.env, home: findHomeFolder(), never });
  if (!found.ok) return found;
  const asked = await askVersion(found.value, findWorkingFolder(), clock, process.env);
  return asked.ok ? asked : fail({ why: 'broken', message: asked.error });
}
