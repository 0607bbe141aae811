/**
 * Words that select an icon, as users write them, by icon. If several icons match equally well, the first one is
 * chosen.
 */
const byIcon: Record<string, string> = {
  'credit-card': 'card cards debit credit visa mastercard contactless virtual disposable',
  'money-bill-transfer': 'transfer transfers transferred send sent receive recipient beneficiary wire remittance iban',
  'money-bill-wave': 'cash withdraw withdrawal atm money banknote salary income pay paycheck payday',
  'file-invoice-dollar':
    'invoice invoices bill bills billing receipt tax taxes rechnung facture factura statement 請求 invoice',
  'circle-dollar-to-slot': 'topup top deposit balance savings',
  coins: 'currency currencies exchange rate rates convert conversion euro dollar pound',
  tags: 'price prices pricing cost costs plan plans subscription fee fees charge charged charges upgrade trial discount coupon',
  'rotate-left': 'refund refunds refunded cancel cancelled reverted revert return chargeback',
  key: 'password passwords passcode pin passwort login log signin sign authentication mfa 2fa credentials token api key パス',
  'id-card': 'identity verify verification passport kyc age proof',
  'shield-halved':
    'security fraud stolen hacked scam phishing unauthorized permission permissions privacy compromised lost',
  user: 'account accounts profile name username user users konto compte cuenta',
  'user-plus': 'invite inviting invitation invited member members team guest guests seat seats colleague',
  envelope: 'email emails mail newsletter inbox',
  bell: 'notification notifications alert alerts reminder reminders remind',
  'magnifying-glass': 'search searching find index result results',
  'file-export': 'export exports pdf download downloads print',
  'file-import': 'import imports importing upload uploads migrate migration',
  plug: 'integration integrations integrate connect webhook webhooks slack zapier sync plugin',
  'code-branch': 'git github gitlab branch merge commit pull repository',
  code: 'code sdk javascript python snippet embed html css script',
  globe: 'domain domains dns site website hostname url publish published country countries travel',
  palette: 'theme color colors colour logo design font customize branding dark',
  language: 'language languages translate translation translations sprache langue',
  image: 'image images picture photo photos video screenshot',
  'pen-to-square': 'edit editor editing page pages write document documents block blocks content',
  comments: 'comment comments chat message messages text review reviews feedback',
  'chart-line': 'analytics report reports statistics insight insights stock stocks score',
  gauge: 'slow speed performance timeout loading latency limit limits quota',
  'triangle-exclamation': 'error errors fail fails failed failing broken crash bug declined rejected wrong blocked',
  truck: 'delivery deliver shipping ship arrive arrived arrival order orders package tracking',
  calendar: 'calendar schedule date meeting event vacation holiday appointment day pto',
  clock: 'time timer alarm pending late delay delayed waiting hour',
  trash: 'delete deleting remove removing terminate close uninstall',
  mobile: 'phone mobile app iphone android device number',
  car: 'car traffic gas mileage oil tire tires uber ride drive',
  plane: 'flight flights luggage airport airline',
  hotel: 'hotel book reservation room booking',
  utensils: 'restaurant restaurants food recipe meal cook ingredient ingredients calories eat',
  'cart-shopping': 'buy shopping purchase list merchant store',
  music: 'music song songs playlist play speaker volume',
  'cloud-sun': 'weather rain temperature forecast',
  book: 'definition spell meaning docs documentation guide manual tutorial help',
};

const iconOf = new Map(
  Object.entries(byIcon).flatMap(([icon, words]) => words.split(' ').map((word) => [word, icon] as const)),
);

/** Icon to use if no word matches. */
const defaultIcon = 'circle-question';

/** Returns the name of the icon with the highest total weight of matching words. The name is valid in documents. */
export function iconFor(words: Iterable<{ word: string; weight: number }>): string {
  const sums = new Map<string, number>();
  for (const { word, weight } of words) {
    const icon = iconOf.get(word);
    if (icon) sums.set(icon, (sums.get(icon) ?? 0) + weight);
  }
  let best = defaultIcon;
  for (const [icon, sum] of sums) if (sum > (sums.get(best) ?? 0)) best = icon;
  return best;
}
