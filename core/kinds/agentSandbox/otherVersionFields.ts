/**
 * Lists the fields that only one version of agent-sandbox has. Source: kubernetes-sigs/agent-sandbox@2fd412d5
 * docs/api-migration-guide.md.
 */

/** A field that a version doesn't have. */
export interface OtherVersionField {
  readonly kind: string;
  /** True if v1alpha1 lacks the field, false if v1beta1 lacks it. */
  readonly isMissingInOld: boolean;
  /** Name of the field below `spec`. */
  readonly field: string;
  /** The field that the version has instead. */
  readonly instead: string;
  /** The values with the same meaning, if the fields have different values. */
  readonly values?: Readonly<Record<string, string>>;
  /** True if both fields mean the same, so that renaming is enough. */
  readonly isSame?: true;
}

/** All fields that only one version has. */
export const otherVersionFields: readonly OtherVersionField[] = [
  {
    kind: 'Sandbox',
    isMissingInOld: false,
    field: 'replicas',
    instead: 'operatingMode',
    values: { '0': 'Suspended', '1': 'Running' },
    isSame: true,
  },
  {
    kind: 'Sandbox',
    isMissingInOld: true,
    field: 'operatingMode',
    instead: 'replicas',
    values: { Suspended: '0', Running: '1' },
    isSame: true,
  },
  // The new field contains the name of a pool, and the old one the name of a template.
  { kind: 'SandboxClaim', isMissingInOld: false, field: 'sandboxTemplateRef', instead: 'warmPoolRef' },
  { kind: 'SandboxClaim', isMissingInOld: false, field: 'warmpool', instead: 'warmPoolRef' },
  { kind: 'SandboxClaim', isMissingInOld: true, field: 'warmPoolRef', instead: 'sandboxTemplateRef' },
];
