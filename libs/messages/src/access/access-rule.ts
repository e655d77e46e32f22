import type { ApiKeyScope, Permission, ProjectRole } from './principals.js';

/** Who may use an operation. A principal of another family receives 401. */
export interface Allow {
  anonymous?: true;
  user?: {
    /** A suspended account may use it too. */
    suspended?: true;
    /** The lowest sufficient role in the project of :projectId. */
    role?: ProjectRole;
    /** Changes the project or its team. It excludes the writes of members by a lock. */
    changesTeam?: true;
  };
  /** An API key with this scope; its project must be the one of :projectId. */
  apiKey?: ApiKeyScope;
  admin?: {
    permission?: Permission;
    /** An operator with an unchanged initial password may use it too. */
    initialPassword?: true;
    /** An operator without two-factor sign-in may use it even if two-factor sign-in is required of operators. */
    withoutTwoFactor?: true;
  };
}
