/**
 * Renders the commands that add registry logins to a pull secret. The procedure of the OSC documentation replaces the
 * Secret: `oc get secret pull-secret -o yaml | sed ... | oc apply`. Source: OSC 1.12 §3.6.
 */
import { hereDocument, quoteShellWord } from '#core/oc/shellText.ts';
import { pullSecretKey, pullSecretType } from '../changes/pullSecret.ts';
import { typeWord } from './ocConditions.ts';
import type { ClusterChange } from '../changes/clusterChange.ts';
import type { WriteYaml } from './runbook.ts';
import { listSecretValues, type SecretValue } from './secretValues.ts';

/** A change that adds registry logins to a pull secret. */
export type LoginChange = Extract<ClusterChange, { how: 'apply' }> & { readonly logins: 'cluster' | 'given' };

/** Returns whether a change adds registry logins to a pull secret. */
export function addsLogins(change: ClusterChange): change is LoginChange {
  return change.how === 'apply' && change.logins !== undefined;
}

/** Returns the values that the user provides when the script runs. */
export function listLoginValues({ logins, target }: LoginChange): readonly SecretValue[] {
  return logins === 'given' ? listSecretValues(target.name, { data: { [pullSecretKey]: '' } }) : [];
}

const valuePath = `{.data.${pullSecretKey.replaceAll('.', String.raw`\.`)}}`;

/**
 * Returns the lines that read the logins, merge them with those of the Secret, and write the result. A Secret with the
 * same logins isn't changed. Values are passed on standard input or in files that only the user can read.
 * @param confirmation lines that request the confirmation
 */
export function renderLogins(change: LoginChange, yaml: WriteYaml, confirmation: readonly string[]): readonly string[] {
  const { target, logins } = change;
  const { name, namespace = '' } = target;
  const [{ variable } = { variable: '' }] = listLoginValues(change);
  const [type, secret, inside] = [typeWord(target), quoteShellWord(`secrets/${name}`), quoteShellWord(namespace)];
  const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type: pullSecretType };
  const unreadable = '"The Secret doesn\'t contain valid registry logins."';
  return [
    "local added old merged=''",
    logins === 'given'
      ? `added=$(secret_value ${variable} | base64 --decode)`
      : `added=$("$OC" get secrets/pull-secret --namespace=openshift-config ${quoteShellWord(`--output=jsonpath=${valuePath}`)} 2>"$scratch/error" | base64 --decode) || stop "Can't read the pull secret of the cluster: $(reason)"`,
    `look ${type} ${quoteShellWord(name)} ${inside} ${quoteShellWord(valuePath)} || stop "Can't query the cluster: $(reason)"`,
    `old=$(printf '%s' "$seen" | base64 --decode)`,
    'if [[ -z $old ]]; then',
    '  merged=$added',
    'elif [[ $old == "$added" ]]; then',
    '  merged=$old',
    'else',
    `  if ! command -v jq >/dev/null; then stop 'Install jq. The script uses it to add the registry logins to those of the Secret.'; fi`,
    `  old=$(printf '%s' "$old" | jq --compact-output --sort-keys .) || stop ${unreadable}`,
    `  merged=$(printf '%s\\n%s\\n' "$old" "$added" | jq --compact-output --sort-keys --slurp '.[0] * .[1]') || stop ${unreadable}`,
    'fi',
    'if [[ $merged == "$old" ]]; then',
    `  say ${quoteShellWord('  Already completed.')}`,
    '  return 0',
    'fi',
    ...confirmation,
    `merged=$(printf '%s' "$merged" | base64 | tr -d '\\n')`,
    'if [[ -z $old ]]; then',
    '  {',
    `    cat ${hereDocument(yaml(manifest))}`,
    `    printf 'data:\\n  %s: %s\\n' ${quoteShellWord(JSON.stringify(pullSecretKey))} "$merged"`,
    '  } | apply',
    'else',
    `  printf '{"data": {%s: "%s"}}\\n' ${quoteShellWord(JSON.stringify(pullSecretKey))} "$merged" >"$scratch/patch"`,
    `  "$OC" patch ${secret} --namespace=${inside} --type=merge --patch-file="$scratch/patch"`,
    'fi',
  ];
}
