/** A number of the account at the carrier that the organization brings. */
export class CarrierNumberPayload {
  /** E.164. @example +13125550100 */
  number: string;
  /**
   * What the account calls it.
   * @example "(312) 555-0100"
   */
  name: string;
  /** Whether the carrier brings the calls to it here already. */
  connected: boolean;
}

export class CarrierNumbers {
  /**
   * The account that was asked; null where the organization brings none.
   * @example AC0123456789abcdef0123456789abcdef
   */
  twilio_account_sid: string | null;
  /** The account's newest numbers, at most 100. */
  data: CarrierNumberPayload[];
  /** Whether the account has more of them; any can be connected. */
  has_more: boolean;
}

/** Where the carrier now asks about the calls to a number. */
export class ConnectedNumber {
  /**
   * The phone number's id.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /** E.164. @example +13125550100 */
  number: string;
  /** It is attached to a TwiML application or a SIP trunk, which Twilio asks first: detach it there. */
  overruled: boolean;
}
