/** Validates the initialization options, because any editor can send any value. Omits unknown values. */
import { isSeveritySetting, type SeveritySetting } from '#core/common/severity.ts';
import type { InitializationOptions, RegoExtensionParams, YamlExtensionParams } from '../protocol/protocol.ts';

/** Returns the valid options. */
export function initializationOptions(sent: unknown): InitializationOptions {
  if (typeof sent !== 'object' || sent === null) return {};
  const options = sent as Record<string, unknown>;
  const text = (name: string) => (typeof options[name] === 'string' ? { [name]: options[name] } : {});
  return {
    ...text('release'),
    ...text('suggestCommand'),
    ...text('openRulePageCommand'),
    ...text('selectReleaseCommand'),
    ...(typeof options['rules'] === 'object' && options['rules'] !== null
      ? { rules: severities(options['rules']) }
      : {}),
    ...workspace(options['workspace']),
    ...enabled('codeLens', options['codeLens']),
    ...enabled('inlayHints', options['inlayHints']),
    yamlExtension: yamlExtension(options['yamlExtension']),
    regoExtension: regoExtension(options['regoExtension']),
    ...(options['policyCommands'] === true ? { policyCommands: true } : {}),
    ...(options['workspaceFiles'] === true ? { workspaceFiles: true } : {}),
  };
}

function severities(sent: object): Record<string, SeveritySetting> {
  const out: Record<string, SeveritySetting> = {};
  for (const [name, value] of Object.entries(sent)) if (isSeveritySetting(value)) out[name] = value;
  return out;
}

function workspace(sent: unknown): Pick<InitializationOptions, 'workspace'> {
  const { exclude }: { exclude?: unknown } = typeof sent === 'object' && sent !== null ? sent : {};
  const given: unknown[] = Array.isArray(exclude) ? exclude : [];
  return given.length === 0 ? {} : { workspace: { exclude: given.filter((pattern) => typeof pattern === 'string') } };
}

function enabled(
  name: 'codeLens' | 'inlayHints',
  sent: unknown,
): Pick<InitializationOptions, 'codeLens' | 'inlayHints'> {
  const { enabled: said }: { enabled?: unknown } = typeof sent === 'object' && sent !== null ? sent : {};
  return typeof said === 'boolean' ? { [name]: { enabled: said } } : {};
}

/** Returns the features that another YAML extension provides. Defaults to none. */
export function yamlExtension(sent: unknown): YamlExtensionParams {
  const does = (typeof sent === 'object' && sent !== null ? sent : {}) as Partial<
    Record<keyof YamlExtensionParams, unknown>
  >;
  return {
    active: does.active === true,
    validates: does.validates === true,
    completes: does.completes === true,
    hovers: does.hovers === true,
  };
}

/** Returns whether another Rego extension is active. */
export function regoExtension(sent: unknown): RegoExtensionParams {
  const { active }: { active?: unknown } = typeof sent === 'object' && sent !== null ? sent : {};
  return { active: active === true };
}
