/** Error code -> HTTP status and message. `{}` stands for the value that was wrong. */
const FAULTS = {
  20001: [400, 'Invalid parameter {}'],
  20003: [401, 'Authenticate'],
  20004: [405, 'Method not allowed'],
  20404: [404, 'The requested resource {} was not found'],
  20429: [429, 'Too Many Requests'],
  20500: [500, 'An internal server error has occurred'],
  21201: [400, "No 'To' number is specified"],
  21205: [400, 'Url is not a valid URL: {}'],
  21210: [
    400,
    "The source phone number provided, {}, is not yet verified for your account. You may only make calls from phone numbers that you've verified or purchased from Twilio.",
  ],
  21211: [400, 'The phone number you are attempting to call, {}, is not valid.'],
  21212: [400, "The 'From' number {} is not a valid phone number."],
  21213: [400, "No 'From' number is specified"],
  21214: [400, "'To' phone number cannot be reached: {}"],
  21215: [
    400,
    'Account not authorized to call {}. Perhaps you need to enable some international permissions.',
  ],
  21216: [400, 'Account not allowed to call {}'],
  21217: [400, 'Phone number does not appear to be valid: {}'],
  21218: [400, 'Invalid ApplicationSid: {}'],
  21220: [400, 'Call is not in-progress. Cannot redirect.'],
  21421: [400, 'PhoneNumber is invalid: {}'],
  21422: [400, 'PhoneNumber is not available: {}'],
  21609: [400, 'Invalid StatusCallback URL: {}'],
} as const satisfies Record<number, readonly [status: number, message: string]>;

export type FaultCode = keyof typeof FAULTS;

/** A refusal of the REST API. */
export class RestFault extends Error {
  readonly status: number;

  constructor(
    readonly code: FaultCode,
    value = '',
  ) {
    const [status, message] = FAULTS[code];
    super(message.replace('{}', value));
    this.status = status;
  }
}

/** An error body as the REST API writes it. */
export const faultBody = (code: number, status: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});
