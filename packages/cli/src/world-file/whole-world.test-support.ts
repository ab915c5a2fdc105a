/** A world with one record of each kind that a file can contain; its secrets are in `WHOLE_ENVIRONMENT`. */
export const WHOLE = `# world.yml
extends: empty
organizations:
  - name: Acme
    id: 5f0c1d2e3a4b5c6d7e8f9a0b
  - name: Elsewhere
projects:
  - name: Shop
    organization: Acme
    id: 5f0c1d2e3a4b5c6d7e8f9a0c
    clusters:
      - name: orders
        id: 5f0c1d2e3a4b5c6d7e8f9a0d
        age: P100D
        clusterType: REPLICASET
        engineMajorVersion: "7.0"
        diskSizeGB: 20
        providerSettings: { providerName: PROVIDER_A, instanceSizeName: M30, regionName: US_EAST_1 }
        tags: [{ key: team, value: shop }]
        customAnalyzers:
          - { name: words, tokenizer: { type: whitespace } }
        searchIndexes:
          - { database: shop, collectionName: products, name: default, definition: { mappings: { dynamic: true } } }
          - { id: 5f0c1d2e3a4b5c6d7e8f9a0e, database: shop, collectionName: products, name: titles, definition: { analyzer: words } }
        snapshots:
          - { id: 5f0c1d2e3a4b5c6d7e8f9a0f, description: before the sale, retentionInDays: 30, age: P2D }
          - { description: after the sale, retentionInDays: 30 }
        restoreJobs:
          - { deliveryType: download, snapshotId: 5f0c1d2e3a4b5c6d7e8f9a0f }
        backupSchedule: { restoreWindowDays: 5, referenceHourOfDay: 3 }
        outageSimulation: { outageFilters: [{ cloudProvider: PROVIDER_A, regionName: US_EAST_1, type: REGION }] }
      - name: tests
        providerSettings: { providerName: PROVIDER_A, instanceSizeName: M0, regionName: US_EAST_1 }
    cloudAccessRoles:
      - { providerName: PROVIDER_A, id: 5f0c1d2e3a4b5c6d7e8f9a10 }
    exportBuckets:
      - { bucketName: exports, cloudProvider: PROVIDER_A, iamRoleId: 5f0c1d2e3a4b5c6d7e8f9a10 }
    alertConfigurations:
      - id: 5f0c1d2e3a4b5c6d7e8f9a11
        age: P10D
        eventTypeName: CLUSTER_TAGS_MODIFIED
        enabled: true
        notifications: [{ typeName: EMAIL, emailAddress: team@example.com, delayMin: 0, intervalMin: 5 }]
        alerts:
          - { age: PT2H, acknowledgedUntil: "2099-01-01T00:00:00Z", acknowledgementComment: seen }
          - { status: CLOSED, id: 5f0c1d2e3a4b5c6d7e8f9a12 }
    auditing: { enabled: true, auditFilter: '{"atype":"authenticate"}' }
    customDns: { enabled: true }
    backupCompliancePolicy:
      authorizedEmail: officer@example.com
      authorizedUserFirstName: Ada
      authorizedUserLastName: Example
      restoreWindowDays: 2
  - name: Billing
    clusters:
      - { name: ledger, engineMajorVersion: "4.2" }
  - name: Theirs
    organization: Elsewhere
keys:
  - { public: CI_PUBLIC_KEY, private: CI_PRIVATE_KEY, roles: [Project Read Only], projects: [Shop] }
  - { public: OWNER_PUBLIC_KEY, private: OWNER_PRIVATE_KEY, roles: [Organization Owner], organization: Elsewhere }
serviceAccounts:
  - { id: CI_CLIENT_ID, secret: CI_CLIENT_SECRET, roles: [Project Owner], projects: [Shop, Billing] }
`;

export const WHOLE_ENVIRONMENT = {
  CI_PUBLIC_KEY: "ci",
  CI_PRIVATE_KEY: "ci-private-key",
  OWNER_PUBLIC_KEY: "owner",
  OWNER_PRIVATE_KEY: "owner-private-key",
  CI_CLIENT_ID: "sa_id_ci",
  CI_CLIENT_SECRET: "ci-client-secret",
};
