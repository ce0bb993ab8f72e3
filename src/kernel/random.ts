/** Where chance comes from: the system's CSPRNG at the edge, a seeded one in tests. */
export interface Random {
  /** base64url text of this many random bytes. */
  text(bytes: number): string;
}
