/**
 * Defines the CRD of the Trustee operator for a TrusteeConfig.
 * Source of the fields: confidential-containers/trustee-operator@2d469187 config/crd/bases.
 */
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { Seed } from '../engine/scenario.ts';

const text = { type: 'string' };
const tlsSecret = {
  type: 'object',
  properties: { tlsSecretName: { ...text, description: 'Name of a Secret of type kubernetes.io/tls.' } },
};
const tlsVersion = { ...text, pattern: '^1\\.[0-3]$' };
const tlsConfig = {
  type: 'object',
  description: 'TLS of the Key Broker Service.',
  properties: {
    profile: {
      ...text,
      description: 'TLS security profile.',
      default: 'intermediate',
      enum: ['old', 'intermediate', 'modern', 'custom'],
    },
    minVersion: tlsVersion,
    maxVersion: tlsVersion,
    ciphers: { type: 'array', items: text },
    groups: { type: 'array', items: text },
  },
  'x-kubernetes-validations': [
    {
      rule: '!has(self.minVersion) || !has(self.maxVersion) || self.minVersion <= self.maxVersion',
      message: 'minVersion must not be greater than maxVersion',
    },
  ],
};

const definition: ObjectToWrite = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'trusteeconfigs.confidentialcontainers.org' },
  spec: {
    group: 'confidentialcontainers.org',
    names: { kind: 'TrusteeConfig', listKind: 'TrusteeConfigList', plural: 'trusteeconfigs' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1alpha1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'Configuration of Trustee.',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  profileType: { ...text, description: 'Determines how Trustee is configured.' },
                  kbsServiceType: { ...text, description: 'Type of the Service of the Key Broker Service.' },
                  httpsSpec: tlsSecret,
                  attestationTokenVerificationSpec: tlsSecret,
                  tlsConfig,
                },
              },
              status: { type: 'object', properties: { isReady: { type: 'boolean' }, statusDescription: text } },
            },
          },
        },
      },
    ],
  },
};

/** Returns the CRD. */
export function trusteeOperator(): readonly Seed[] {
  return [{ resource: names.crds, object: definition }];
}
