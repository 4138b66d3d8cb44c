import type { Writing } from './writing.ts';

/** Names and numbers of things, as documents and people write them. */
export const identifiers: readonly Writing[] = [
  {
    what: 'part number with hyphen and slash',
    right: 'The replacement gasket for the pump is AB-1234/5. It is ordered from the central warehouse.',
    wrong: [
      'The replacement gasket for the pump is AB-1234/6. It is ordered from the branch warehouse.',
      'The replacement gasket for the pump is AC-1234/5. It is held in stock.',
      'Gasket AB-5134 was withdrawn from the pump catalogue.',
    ],
    asked: ['AB-1234/5', 'AB1234/5', 'AB 1234/5', 'AB1234-5', 'ab-1234/5', 'gasket AB-1234/5'],
  },
  {
    what: 'serial number with hyphen',
    right: 'Device E619-1609 was calibrated in the laboratory and returned to the ward.',
    wrong: [
      'Device E619-1690 was calibrated in the laboratory and returned to the store.',
      'Device E691-1609 was calibrated in the workshop and scrapped.',
    ],
    asked: ['E619-1609', 'E6191609', 'E619 1609', 'e619-1609', 'where is device E6191609?'],
  },
  {
    what: 'board name with hyphen',
    right: 'The ESP32-C6 has a radio for Wi-Fi 6 and Thread, and runs at 160 MHz.',
    wrong: [
      'The ESP32-S3 has a radio for Wi-Fi 4 and two cores, and runs at 240 MHz.',
      'The ESP32-C3 has a radio for Wi-Fi 4 and one core.',
    ],
    asked: ['ESP32-C6', 'ESP32C6', 'esp32 c6', 'How fast is the esp32c6?'],
  },
  {
    what: 'version with v',
    right: 'Release v2.1 drops support for the old export format.',
    wrong: [
      'Release v2.2 drops support for the old import format.',
      'Release v1.2 adds the export format.',
      'Release v2.0 changes nothing in the export format.',
    ],
    asked: [
      'v2.1',
      '2.1',
      'version 2.1',
      'release 2.1',
      'What changed in V2.1?',
      'What changed in version 2.1?',
    ],
  },
  {
    what: 'error code with zeros and x',
    right: 'Error 0x80070005 means that access was denied: start the installer as administrator.',
    wrong: [
      'Error 0x80070002 means that a file was missing: repair the installer first.',
      'Error 0x80070057 means that a parameter was wrong.',
    ],
    asked: ['0x80070005', 'error 80070005', '0X80070005', 'What does error 0x80070005 mean?'],
  },
  {
    what: 'error code with letters',
    right: 'ORA-12154 is raised when the connect identifier cannot be resolved.',
    wrong: [
      'ORA-12541 is raised when no listener answers.',
      'ORA-12514 is raised when the listener does not know the service.',
    ],
    asked: ['ORA-12154', 'ORA 12154', 'ORA12154', 'ora-12154 error', 'oracle error 12154'],
  },
  {
    what: 'acronym with dots',
    right: 'S.L.A.M. builds a map of the room while the robot drives through it.',
    wrong: [
      'The robot drives through the room along a painted line.',
      'A map of the building hangs beside the lift.',
    ],
    asked: ['SLAM', 'S.L.A.M.', 'slam', 'What is SLAM?'],
  },
  {
    what: 'country with dots',
    right: 'Shipments to the U.S.A. need a customs form in three copies.',
    wrong: [
      'Shipments to Norway need a customs form in two copies.',
      'Shipments to us from Canada need no customs form.',
    ],
    asked: ['USA shipments', 'U.S.A. shipments', 'shipments to the USA', 'customs form USA'],
  },
  {
    what: 'camel case',
    right: 'Call getUserProfile to read the picture and the name of the account.',
    wrong: [
      'Call setUserPassword to change the password of the account.',
      'Call getGroupMembers to read the accounts of a group.',
    ],
    asked: ['getUserProfile', 'get user profile', 'get_user_profile', 'getuserprofile', 'user profile'],
  },
  {
    what: 'snake case',
    right: 'The option max_retry_count limits how often a request is sent again.',
    wrong: [
      'The option max_body_size limits how large a request is.',
      'The option retry_delay says how long is waited before a request is sent again.',
    ],
    asked: ['max_retry_count', 'maxRetryCount', 'max retry count', 'MAX_RETRY_COUNT', 'max-retry-count'],
  },
  {
    what: 'hashtag',
    right: 'Posts about the spring sale carry #SpringSale2024 and the logo.',
    wrong: [
      'Posts about the winter sale carry #WinterSale2023 and no logo.',
      'The sale of springs and screws is handled by the shop.',
    ],
    asked: ['#SpringSale2024', 'SpringSale2024', 'spring sale 2024', '#springsale2024'],
  },
  {
    what: 'e-mail address',
    right: 'Complaints go to jane.doe@example.org, who answers within a week.',
    wrong: [
      'Invoices go to john.doe@example.org, who pays within a month.',
      'Applications go to jane.roe@example.com.',
    ],
    asked: ['jane.doe@example.org', 'Jane Doe', 'jane doe email', 'mailto:jane.doe@example.org', 'janedoe'],
  },
  {
    what: 'web address',
    right: 'The forms are at https://intranet.example.org/hr/forms/leave-request and need a signature.',
    wrong: [
      'The menus are at https://intranet.example.org/canteen/menu and change daily.',
      'The forms are handed out at the front desk.',
    ],
    asked: [
      'https://intranet.example.org/hr/forms/leave-request',
      'intranet.example.org/hr/forms',
      'leave-request',
      'intranet hr forms',
      'leave request form',
    ],
  },
  {
    what: 'file name',
    right: 'The totals are computed in Q3_Budget-final(2).xlsx on the second sheet.',
    wrong: [
      'The totals are computed in Q2_Budget-final(1).xlsx on the first sheet.',
      'The forecast is in Q3_Forecast.xlsx on one sheet.',
    ],
    asked: ['Q3_Budget-final(2).xlsx', 'Q3 Budget final', 'q3 budget xlsx', 'Q3 budget'],
  },
  {
    what: 'telephone number',
    right: 'The night desk is reached at +1 (555) 010-4477 and speaks Spanish.',
    wrong: [
      'The day desk is reached at +1 (555) 010-4747 and speaks French.',
      'The weekend desk is reached at +1 (555) 010-7744.',
    ],
    asked: ['+1 (555) 010-4477', '555-010-4477', '5550104477', '555 010 4477', '+15550104477', '010-4477'],
  },
];
