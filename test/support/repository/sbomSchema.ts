/**
 * Schema of the part of CycloneDX 1.6 that the extension writes. It is stricter than the original and allows no other
 * fields. A generated bill of materials was also validated once against bom-1.6.schema.json of
 * @cyclonedx/cyclonedx-library 10.3.0, which isn't a dependency because it brings native modules.
 */
const text = { type: 'string', minLength: 1 };
const digest = (algorithm: string, length: number) => ({
  type: 'object',
  additionalProperties: false,
  required: ['alg', 'content'],
  properties: { alg: { const: algorithm }, content: { type: 'string', pattern: `^[0-9a-f]{${length}}$` } },
});
const licences = {
  type: 'array',
  minItems: 1,
  maxItems: 1,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['license'],
    properties: {
      license: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: { id: { type: 'string', pattern: '^[0-9A-Za-z.-]+$' } },
      },
    },
  },
};

const component = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'bom-ref', 'name', 'version', 'licenses', 'purl', 'properties'],
  properties: {
    type: { enum: ['library', 'data'] },
    'bom-ref': text,
    group: { type: 'string', pattern: '^@' },
    name: { type: 'string', pattern: '^[^@/]+$' },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
    licenses: licences,
    purl: { type: 'string', pattern: '^pkg:(?:npm|github)/[^@]+@v?\\d' },
    externalReferences: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'url'],
        properties: {
          type: { enum: ['distribution', 'website'] },
          url: { type: 'string', pattern: '^https://' },
          hashes: { type: 'array', minItems: 1, items: digest('SHA-512', 128) },
        },
      },
    },
    properties: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'value'],
        properties: { name: { const: 'osc-tools:bundle' }, value: text },
      },
    },
  },
};

export const sbomSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    '$schema',
    'bomFormat',
    'specVersion',
    'serialNumber',
    'version',
    'metadata',
    'components',
    'dependencies',
  ],
  properties: {
    $schema: { const: 'http://cyclonedx.org/schema/bom-1.6.schema.json' },
    bomFormat: { const: 'CycloneDX' },
    specVersion: { const: '1.6' },
    serialNumber: {
      type: 'string',
      pattern: '^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    },
    version: { const: 1 },
    metadata: {
      type: 'object',
      additionalProperties: false,
      required: ['timestamp', 'lifecycles', 'component'],
      properties: {
        timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
        lifecycles: { const: [{ phase: 'build' }] },
        component: {
          type: 'object',
          additionalProperties: false,
          required: ['type', 'bom-ref', 'publisher', 'name', 'version', 'description', 'hashes', 'licenses'],
          properties: {
            type: { const: 'application' },
            'bom-ref': text,
            publisher: text,
            name: text,
            version: text,
            description: text,
            hashes: { type: 'array', minItems: 1, maxItems: 1, items: digest('SHA-256', 64) },
            licenses: licences,
          },
        },
      },
    },
    components: { type: 'array', items: component },
    dependencies: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['ref'],
        properties: { ref: text, dependsOn: { type: 'array', items: text, uniqueItems: true } },
      },
    },
  },
} as const;
