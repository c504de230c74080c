/** Asks where and how to create a pull secret. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { namespaceProblem } from '../workloads/namespaceItems.ts';

/**
 * Returns the next question, or undefined if there is none. The answer `listed` is a namespace of the filter, and
 * empty if the user enters another one as `namespace`.
 * @param namespaces namespaces of the namespace filter
 */
export function pullSecretQuestion(
  answers: ReadonlyMap<string, string>,
  namespaces: readonly string[],
): NamedInputStep | undefined {
  const first = namespaceQuestion(answers, namespaces);
  if (first !== undefined) return first;
  if (!answers.has('source')) {
    return {
      name: 'source',
      placeHolder: l10n.t`Select the credentials`,
      items: [
        {
          label: l10n.t`Cluster pull secret`,
          value: 'cluster',
          detail: l10n.t`Copies Secret pull-secret from openshift-config, as described in the OSC documentation. The copy contains credentials for all registries of the cluster.`,
        },
        {
          label: l10n.t`Your own file...`,
          value: 'file',
          detail: l10n.t`A Podman or Docker config.json file, ideally with credentials for only the required registry`,
        },
      ],
    };
  }
  if (!answers.has('name'))
    return {
      name: 'name',
      prompt: l10n.t`Name for the Secret`,
      value: 'pull-secret',
      says: (text) => wrong(nameProblem(text.trim())),
    };
  if (answers.has('link')) return undefined;
  return {
    name: 'link',
    placeHolder: l10n.t`Select the pods that use the Secret`,
    items: [
      {
        label: l10n.t`All pods that use the default service account`,
        value: 'yes',
        detail: l10n.t`Links the Secret to the service account for image pulls`,
      },
      {
        label: l10n.t`Pods whose manifests list the Secret in imagePullSecrets`,
        value: 'no',
      },
    ],
  };
}

/** Returns the next question about the namespace, or undefined if the namespace is known. */
function namespaceQuestion(
  answers: ReadonlyMap<string, string>,
  namespaces: readonly string[],
): NamedInputStep | undefined {
  const offered = namespaces.filter((name) => placeProblem(name) === undefined);
  const prompt = l10n.t`Namespace where the peer pods run`;
  if (offered.length > 1 && !answers.has('listed'))
    return {
      name: 'listed',
      placeHolder: prompt,
      items: [
        ...offered.map((name) => ({ label: name, value: name })),
        { label: withEllipsis(l10n.t`Enter Name`), value: '' },
      ],
    };
  if ((answers.get('listed') ?? '') !== '' || answers.has('namespace')) return undefined;
  return {
    name: 'namespace',
    prompt,
    value: offered.length === 1 ? (offered[0] ?? '') : '',
    says: (text) => wrong(placeProblem(text.trim())),
  };
}

function placeProblem(text: string): string | undefined {
  return text === operatorNamespace
    ? l10n.t`This is the operator namespace. Don't run workloads in it.`
    : namespaceProblem(text);
}

function nameProblem(text: string): string | undefined {
  return /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/.test(text)
    ? undefined
    : l10n.t`A Secret name can contain only lowercase letters, digits, periods, and hyphens.`;
}

function wrong(message: string | undefined): { readonly message: string; readonly wrong: boolean } | undefined {
  return message === undefined ? undefined : { message, wrong: true };
}
